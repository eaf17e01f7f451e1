import { shortHex } from '../store/format.ts'
import { ForeignText } from '../views/components.tsx'
import type { LogEntry } from './requestLog.ts'

interface Properties {
  readonly entries: readonly LogEntry[]
  /** the sequence of the entry whose answer is shown */
  readonly selected: number | undefined
  readonly select: (entry: LogEntry) => void
}

/** The log as a table. A button in each row shows its answer. */
export function EntryTable({ entries, selected, select }: Properties) {
  return (
    <div class="scroll">
      <table class="list log-table">
        <thead>
          <tr>
            <th scope="col">Time</th>
            <th scope="col">Method</th>
            <th scope="col">Parameters</th>
            <th scope="col">Outcome</th>
            <th scope="col" class="number">
              Took
            </th>
            <th scope="col">By</th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <EntryRow
              key={entry.sequence}
              entry={entry}
              isSelected={entry.sequence === selected}
              select={select}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface RowProperties {
  readonly entry: LogEntry
  readonly isSelected: boolean
  readonly select: (entry: LogEntry) => void
}

function EntryRow({ entry, isSelected, select }: RowProperties) {
  const { type, time, method, milliseconds, transport, replica } = entry
  return (
    <tr class={`entry entry-${type}`}>
      <td>{clockTime(time)}</td>
      <td>
        {type === 'request' ? (
          <button
            type="button"
            class="link mono"
            aria-expanded={isSelected}
            onClick={() => select(entry)}
          >
            <ForeignText text={method} max={60} />
          </button>
        ) : (
          <span class="mono">
            <ForeignText text={method} max={60} />
          </span>
        )}
      </td>
      <td class="mono parameters-cell">
        <ForeignText text={parameterText(entry)} max={160} />
      </td>
      <td>
        <Outcome entry={entry} />
      </td>
      <td class="number">{milliseconds === undefined ? '' : duration(milliseconds)}</td>
      <td>
        {type === 'request' ? (TRANSPORTS[transport ?? ''] ?? transport) : TYPES[type]}
        {replica !== undefined && ` by ${replica}`}
      </td>
    </tr>
  )
}

const TRANSPORTS: Readonly<Record<string, string>> = {
  http: 'HTTP',
  webSocket: 'WebSocket',
  inProcess: 'in code',
}

const TYPES = { request: '', move: 'move', step: 'scenario step', fault: 'fault' }

/** What became of a request, in words. */
export function Outcome({ entry }: { readonly entry: LogEntry }) {
  const { outcome, faults = [], answer, type } = entry
  const error = answer?.error
  const good = type === 'request' ? 'answered' : 'done'
  return (
    <>
      {faults.map(({ kind, detail }, index) => (
        <span key={index} class="status status-fault" title={detail}>
          fault: <ForeignText text={kind} max={40} />{' '}
        </span>
      ))}
      {outcome === 'ok' ? (
        <span class="status status-good">{good}</span>
      ) : (
        <span class="status status-bad status-long">
          <ForeignText
            text={error === undefined ? outcome : `${error.code}: ${error.message}`}
            max={120}
          />
        </span>
      )}
    </>
  )
}

/** The time of day to the millisecond, UTC. */
export function clockTime(milliseconds: number): string {
  const date = new Date(milliseconds)
  return Number.isNaN(date.getTime()) ? '' : date.toISOString().slice(11, 23)
}

/** A duration in the unit in which it is short. */
export function duration(milliseconds: number): string {
  if (milliseconds >= 10_000) return `${(milliseconds / 1_000).toFixed(1)} s`
  return `${milliseconds < 10 ? milliseconds.toFixed(2) : milliseconds.toFixed(0)} ms`
}

/** Parameters in one line, with hashes shortened. */
function parameterText({ params, paramsText }: LogEntry): string {
  const list = Array.isArray(params) ? params : params === undefined ? [] : [params]
  const text = paramsText ?? list.map((each) => JSON.stringify(each)).join(', ')
  return text.replace(/0x[0-9a-fA-F]{24,}/g, (hex) => shortHex(hex))
}
