/**
 * The shapes of what the server sends. Fields the script does not know are left alone: games may add to their items.
 *
 * @typedef {{id: string, symbol: string, x: number, y: number, name: string, states: string[], turn: number,
 *   scale: number, label: string, kind: string, group?: string}} Item
 * @typedef {{id: string, label: string}} Choice
 * @typedef {{id: string, hinge: number[]}} Group things that turn together about a line, such as a flap of paper
 * @typedef {{width: number, height: number, title: string, tells_turn_only: boolean, items: Item[], trail: number[][],
 *   buttons: Choice[], groups?: Group[], symbols?: Record<string, string>}} Scene
 * @typedef {Record<string, string[]>} Paths
 * @typedef {{seat: number, player: number, id: string, name: string, kind: "person" | "bot" | "open", nickname: string | null,
 *   mine: boolean, online: boolean, bot: string | null, score: number | null, clock_ms: number | null, can: string[]}} Seat
 * @typedef {{winners: number[], scores: number[], reason: string}} Outcome
 * @typedef {{number: number, seat: number, text: string, words: string}} Played
 * @typedef {{sequence: number, seat: number, key: string, text: string}} Said
 * @typedef {{what: "undo" | "draw" | "rematch", by: number}} Asked
 * @typedef {{table: string, sequence: number, game: string, label: string, seats: Seat[], acting: number[], waiting: number[],
 *   you: number[], invited: boolean, seat: number | null, over: boolean, outcome: Outcome | null, scene: Scene, paths: Paths,
 *   moves: Played[], can: string[], asked: Asked | null, match: {games: number, scores: number[]} | null,
 *   phrases: Said[], spectators: number, text: string, server_ms: number, hidden: boolean, running?: number[],
 *   owner?: boolean}} Snapshot
 * @typedef {{code: string, text: string}} Problem
 */
export {};
