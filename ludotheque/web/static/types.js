/**
 * The shapes of what the server sends. Fields the script does not know are left alone: games may add to their items.
 *
 * @typedef {{id: string, symbol: string, x: number, y: number, name: string, states: string[], turn: number,
 *   scale: number, label: string, kind: string, group?: string, ghost?: string, asks?: string, wide?: number[]}} Item
 * @typedef {{id: string, label: string, sure: string, asks: string, forced: boolean, closes: boolean}} Choice
 * @typedef {{symbol: string, text: string, name: string}} Count
 * @typedef {{symbol: string, label: string, counts: Count[], tells_score?: boolean}} Token what stands for a seat
 * @typedef {{x: number, y: number, symbol: string}[]} Way
 * @typedef {{until_ms: number, seconds: number}} Time a time that runs, by the server's clock
 * @typedef {{id: string, hinge: number[]}} Group things that turn together about a line, such as a flap of paper
 * @typedef {{x: number, y: number, width: number, height: number}} Frame a part of a picture, in its own lengths
 * @typedef {{width: number, height: number, title: string, tells_turn_only: boolean, notice: string, ghost?: string, room: string[],
 *   items: Item[], trail: number[][], buttons: Choice[], tokens?: Token[], groups?: Group[], symbols?: Record<string, string>, wide?: number[]}} Scene
 * @typedef {Record<string, string[]>} Paths
 * @typedef {{seat: number, player: number, id: string, name: string, kind: "person" | "bot" | "open", nickname: string | null,
 *   mine: boolean, online: boolean, bot: string | null, bot_name?: string | null, bot_face?: string | null, bot_seconds?: number | null, score: number | null, clock_ms: number | null, can: string[]}} Seat
 * @typedef {{winners: number[], scores: number[], reason: string}} Outcome
 * @typedef {{number: number, seat: number, text: string, words: string}} Played
 * @typedef {{sequence: number, seat: number, key: string, text: string}} Said
 * @typedef {{what: "undo" | "draw" | "rematch", by: number}} Asked
 * @typedef {{sequence: number, what: "undo" | "draw" | "rematch", seat: number}} Declined
 * @typedef {{table: string, sequence: number, game: string, label: string, seats: Seat[], acting: number[], waiting: number[],
 *   you: number[], invited: boolean, seat: number | null, over: boolean, outcome: Outcome | null, scene: Scene, paths: Paths,
 *   ghosts: Record<string, string>, ways?: Record<string, Way>, coach?: {line: string, then: string, things: string[]} | null,
 *   hurry: Time | null, pause: Time | null, moves: Played[], can: string[], asked: Asked | null, declined: Declined | null,
 *   match: {games: number, scores: number[]} | null,
 *   phrases: Said[], spectators: number, text: string, server_ms: number, turn_started_ms: number, hidden: boolean, running?: number[],
 *   owner?: boolean}} Snapshot
 * @typedef {{code: string, text: string}} Problem
 */
export {};
