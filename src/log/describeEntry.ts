import { type ChangeEntry, type Entry, entryToJson } from './entry.ts'

/** How much of the arguments of a move a line shows. */
const TEXT_MAX = 100

/** An entry as a line for people: its number, the endpoint, what was done, and the head after it. */
export function describeEntry(entry: Entry): string {
  const number = String(entry.sequence).padStart(6)
  if ('chain' in entry) return `${number}  the chain grew to ${block(entry.chain)}`
  return `${number}  ${entry.endpoint}  ${what(entry)}`
}

function what(entry: Exclude<Entry, { readonly chain: unknown }>): string {
  if ('create' in entry) return `is created ${JSON.stringify(entry.create)}`
  if ('close' in entry) return 'is closed'
  return `${changeText(entry)}  ${block(entry.end)}`
}

function changeText({ change }: ChangeEntry): string {
  const { move, args } = change
  const given = args.slice(0, args.findLastIndex((arg) => !isEmpty(arg)) + 1)
  if (given.length === 0) return move
  const text = entryToJson(given).slice(1, -1)
  return `${move} ${text.length > TEXT_MAX ? `${text.slice(0, TEXT_MAX)}…` : text}`
}

/** Whether an argument says nothing. */
function isEmpty(argument: unknown): boolean {
  if (typeof argument !== 'object') return argument === undefined
  return argument === null || Object.keys(argument).length === 0
}

function block({ number, hash }: { readonly number: number; readonly hash?: string }): string {
  return hash === undefined ? `block ${number}` : `block ${number} ${hash}`
}
