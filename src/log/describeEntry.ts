import { type ChangeEntry, type Entry, entryToJson } from './entry.ts'

/** How much of the arguments of a move, and of a transaction, a line shows. */
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
  if ('mine' in change) return 'mines a block'
  if ('send' in change) return `send ${shortened(change.send)}`
  const given = change.args.slice(0, change.args.findLastIndex((arg) => !isEmpty(arg)) + 1)
  if (given.length === 0) return change.move
  return `${change.move} ${shortened(entryToJson(given).slice(1, -1))}`
}

/** Whether an argument says nothing. */
function isEmpty(argument: unknown): boolean {
  if (typeof argument !== 'object') return argument === undefined
  return argument === null || Object.keys(argument).length === 0
}

function shortened(text: string): string {
  return text.length > TEXT_MAX ? `${text.slice(0, TEXT_MAX)}…` : text
}

function block({ number, hash }: { readonly number: number; readonly hash?: string }): string {
  return hash === undefined ? `block ${number}` : `block ${number} ${hash}`
}
