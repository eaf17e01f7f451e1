import { type ChangeEntry, type Entry, type EntryHead, entryToJson } from './entry.ts'

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

function changeText(entry: ChangeEntry): string {
  const { change } = entry
  if ('mine' in change) return 'mines a block'
  if ('send' in change) return `send ${shortened(change.send)}`
  const { args } = change
  // As the file has them: amounts are no JSON.
  const given = args.length === 0 ? '' : ` ${shortened(argumentsText(entry))}`
  return `${change.move}${given}`
}

function argumentsText(entry: ChangeEntry): string {
  const { change } = JSON.parse(entryToJson(entry)) as {
    readonly change: { readonly args: unknown }
  }
  return JSON.stringify(change.args).slice(1, -1)
}

function shortened(text: string): string {
  return text.length > TEXT_MAX ? `${text.slice(0, TEXT_MAX)}…` : text
}

function block({ number, hash }: EntryHead): string {
  return `block ${number} ${hash}`
}
