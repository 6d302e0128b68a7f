/**
 * Unpacks LZMA, as Python's `lzma` writes it (`FORMAT_ALONE`), while it comes: browsers themselves only know what packs a
 * third less. `build-app` writes this above the service worker.
 *
 * A range coder tells bits, each by how probable it was so far; bits tell bytes, and what stood where before.
 */

/** Where the probabilities are of what is asked. */
const [IS_MATCH, IS_REPEATED, IS_OLDER, IS_OLDER_YET, IS_OLDEST, IS_LONG] = [0, 192, 204, 216, 228, 240];
const [SLOTS, PLACES, LOW_BITS, LENGTHS, LENGTHS_REPEATED, LITERALS] = [432, 688, 816, 832, 1346, 1860];
const [SHORT, MIDDLE, LONG] = [2, 130, 258];
/** Probabilities of one byte. */
const A_BYTE = 0x300;
const [EVEN, CERTAIN, SLOWNESS] = [1024, 2048, 5];
/** Below this, another byte is needed. */
const FEW = 1 << 24;
/** No step reads more bytes. */
const MOST = 20;
/** What comes before: how it is packed, then what the coder begins with. */
const [HEAD, CODED] = [13, 5];
/** The coder's own numbers, which are too large for a plain field. */
const [RANGE, CODE] = [0, 1];

export class Unpacked {
  /** @param {number} size of what comes out */
  constructor(size) {
    this.content = new Uint8Array(size);
    this.filled = 0;
    this.input = new Uint8Array(0);
    this.at = 0;
    this.state = 0;
    this.distances = new Uint32Array(4);
    this.coder = new Uint32Array(2);
    this.odds = new Uint16Array(0);
    this.begun = false;
    this.context = 0;
    this.places = 0;
    this.alignment = 0;
  }

  /** What has come. @param {Uint8Array} part */
  push(part) {
    const left = this.input.subarray(this.at);
    const input = new Uint8Array(left.length + part.length);
    input.set(left);
    input.set(part, left.length);
    this.input = input;
    this.at = 0;
    if (!this.begun && input.length >= HEAD + CODED) this.#begin();
    if (this.begun) this.#run();
  }

  /** All of it, once everything has come; too little or something else, if something else came. */
  end() {
    this.push(new Uint8Array(HEAD + CODED + MOST));
    return this.content;
  }

  #begin() {
    const [how = 0] = this.input;
    const [rest, places] = [how % 45, Math.floor(how / 45)];
    this.context = rest % 9;
    this.alignment = (1 << Math.floor(rest / 9)) - 1;
    this.places = (1 << places) - 1;
    this.odds = new Uint16Array(LITERALS + (A_BYTE << (this.context + Math.floor(rest / 9)))).fill(EVEN);
    this.coder[RANGE] = 0xffffffff;
    this.coder[CODE] = new DataView(this.input.buffer).getUint32(HEAD + 1);
    this.at = HEAD + CODED;
    this.begun = true;
  }

  #run() {
    const [content, distances, end] = [this.content, this.distances, this.input.length - MOST];
    while (this.at <= end && this.filled < content.length) {
      const { state, filled } = this;
      const place = filled & this.places;
      if (!this.#bit(IS_MATCH + (state << 4) + place)) {
        content[filled] = this.#literal(state, filled);
        this.filled = filled + 1;
        this.state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6;
        continue;
      }
      const length = this.#bit(IS_REPEATED + state) ? this.#again(state, place) : this.#anew(state, place);
      this.#copy(/** @type {number} */ (distances[0]) + 1, Math.min(length, content.length - filled));
    }
  }

  /** How much stood where nothing was taken from lately. @param {number} state @param {number} place */
  #anew(state, place) {
    this.state = state < 7 ? 7 : 10;
    this.distances.copyWithin(1, 0, 3);
    const length = this.#length(LENGTHS, place);
    this.distances[0] = this.#distance(length);
    return length;
  }

  /** How much stood at one of the last four distances, which becomes the latest. @param {number} state @param {number} place */
  #again(state, place) {
    if (!this.#bit(IS_OLDER + state)) {
      if (!this.#bit(IS_LONG + (state << 4) + place)) {
        this.state = state < 7 ? 9 : 11;
        return 1;
      }
    } else {
      const which = this.#bit(IS_OLDER_YET + state) ? 2 + this.#bit(IS_OLDEST + state) : 1;
      const distance = /** @type {number} */ (this.distances[which]);
      this.distances.copyWithin(1, 0, which);
      this.distances[0] = distance;
    }
    this.state = state < 7 ? 8 : 11;
    return this.#length(LENGTHS_REPEATED, place);
  }

  /** @param {number} from @param {number} place */
  #length(from, place) {
    if (!this.#bit(from)) return 2 + this.#tree(from + SHORT + (place << 3), 3);
    if (!this.#bit(from + 1)) return 10 + this.#tree(from + MIDDLE + (place << 3), 3);
    return 18 + this.#tree(from + LONG, 8);
  }

  /** @param {number} length of what stood there: what is short is near */
  #distance(length) {
    const slot = this.#tree(SLOTS + (Math.min(length - 2, 3) << 6), 6);
    if (slot < 4) return slot;
    const bits = (slot >> 1) - 1;
    const first = ((2 | (slot & 1)) << bits) >>> 0;
    if (slot < 14) return first + this.#backwards(PLACES + first - slot, bits);
    return first + (this.#even(bits - 4) * 16) + this.#backwards(LOW_BITS, 4);
  }

  /** What stood there stands here, too; it may reach into itself. @param {number} distance @param {number} length */
  #copy(distance, length) {
    const { content, filled } = this;
    const from = filled - distance;
    if (distance >= length) content.copyWithin(filled, from, from + length);
    else if (distance === 1) content.fill(/** @type {number} */ (content[from]), filled, filled + length);
    else for (let at = 0; at < length; at++) content[filled + at] = /** @type {number} */ (content[from + at]);
    this.filled = filled + length;
  }

  /** @param {number} which */
  #bit(which) {
    const { odds, coder } = this;
    const odd = /** @type {number} */ (odds[which]);
    const range = /** @type {number} */ (coder[RANGE]);
    const bound = (range >>> 11) * odd;
    const code = /** @type {number} */ (coder[CODE]);
    const bit = code < bound ? 0 : 1;
    odds[which] = bit ? odd - (odd >> SLOWNESS) : odd + ((CERTAIN - odd) >> SLOWNESS);
    coder[RANGE] = bit ? range - bound : bound;
    if (bit) coder[CODE] = code - bound;
    this.#more();
    return bit;
  }

  #more() {
    const { coder } = this;
    const range = /** @type {number} */ (coder[RANGE]);
    if (range >= FEW) return;
    coder[RANGE] = range << 8;
    coder[CODE] = (/** @type {number} */ (coder[CODE]) << 8) | /** @type {number} */ (this.input[this.at++]);
  }

  /** Bits, the highest first, each with odds that depend on those before. @param {number} from @param {number} bits */
  #tree(from, bits) {
    return this.#walk(from, 1, 1 << bits) - (1 << bits);
  }

  /** The same as a loop that keeps its numbers at hand: most of the time passes here. @param {number} from @param {number} node @param {number} end */
  #walk(from, node, end) {
    const { odds, coder, input } = this;
    let [range, code] = [/** @type {number} */ (coder[RANGE]), /** @type {number} */ (coder[CODE])];
    let { at } = this;
    while (node < end) {
      const odd = /** @type {number} */ (odds[from + node]);
      const bound = (range >>> 11) * odd;
      if (code < bound) {
        range = bound;
        odds[from + node] = odd + ((CERTAIN - odd) >> SLOWNESS);
        node <<= 1;
      } else {
        range -= bound;
        code -= bound;
        odds[from + node] = odd - (odd >> SLOWNESS);
        node = (node << 1) | 1;
      }
      if (range >= FEW) continue;
      range = (range << 8) >>> 0;
      code = ((code << 8) | /** @type {number} */ (input[at++])) >>> 0;
    }
    coder[RANGE] = range;
    coder[CODE] = code;
    this.at = at;
    return node;
  }

  /** The same, the lowest first. @param {number} from @param {number} bits */
  #backwards(from, bits) {
    let [node, found] = [1, 0];
    for (let at = 0; at < bits; at++) {
      const bit = this.#bit(from + node);
      node = (node << 1) | bit;
      found |= bit << at;
    }
    return found;
  }

  /** Bits that are as likely as not. @param {number} bits */
  #even(bits) {
    const { coder } = this;
    let found = 0;
    for (let left = bits; left > 0; left--) {
      const half = /** @type {number} */ (coder[RANGE]) >>> 1;
      const code = /** @type {number} */ (coder[CODE]);
      const bit = code < half ? 0 : 1;
      coder[RANGE] = half;
      if (bit) coder[CODE] = code - half;
      found = found * 2 + bit;
      this.#more();
    }
    return found;
  }

  /** A byte; after something that was repeated, what would have come next there tells what it is not. @param {number} state @param {number} filled */
  #literal(state, filled) {
    const { content, distances } = this;
    const before = filled ? /** @type {number} */ (content[filled - 1]) : 0;
    const from = LITERALS + A_BYTE * (((filled & this.alignment) << this.context) + (before >> (8 - this.context)));
    let node = 1;
    if (state >= 7) {
      const other = /** @type {number} */ (content[filled - /** @type {number} */ (distances[0]) - 1]);
      for (let at = 7; node < 0x100; at--) {
        const expected = (other >> at) & 1;
        const bit = this.#bit(from + ((1 + expected) << 8) + node);
        node = (node << 1) | bit;
        if (bit !== expected) break;
      }
    }
    return this.#walk(from, node, 0x100) - 0x100;
  }
}
