import { useSignal } from '@preact/signals'
import { useEffect, useMemo } from 'preact/hooks'
import { useSession } from '../sessionContext.ts'
import { counted } from '../store/format.ts'
import { ForeignText, Section } from '../views/components.tsx'
import { EntryDetail } from './entryDetail.tsx'
import { EntryTable } from './entryTable.tsx'
import { ENTRIES_MAX, type LogEntry, RequestLog } from './requestLog.ts'

/** What clients did, live: their requests, with moves and steps of a scenario between them. */
export function RequestsView() {
  const { permissions } = useSession()
  const method = useSignal<string | undefined>(undefined)
  if (permissions.value === undefined) return null
  if (permissions.value.methods === 'core') return <NotKept />
  return (
    <section class="page">
      <h1>Requests</h1>
      <p>
        What clients asked this endpoint, newest first, and what moves and scenario steps did in
        between. Requests of this page are not in the list.
      </p>
      <Log
        key={method.value ?? ''}
        method={method.value}
        choose={(name) => {
          method.value = name
        }}
      />
    </section>
  )
}

interface LogProperties {
  readonly method: string | undefined
  readonly choose: (method: string | undefined) => void
}

function Log({ method, choose }: LogProperties) {
  const { connection } = useSession()
  const log = useMemo(() => new RequestLog(connection, method), [connection, method])
  const selected = useSignal<LogEntry | undefined>(undefined)
  useEffect(() => () => log.close(), [log])
  const entries = log.entries.value
  const problem = log.problem.value
  return (
    <>
      <Filter log={log} method={method} choose={choose} />
      {problem !== undefined && (
        <p class="problem" role="alert">
          The server answered: <ForeignText text={problem.message} max={500} />
        </p>
      )}
      {selected.value !== undefined && (
        <EntryDetail
          key={selected.value.sequence}
          entry={selected.value}
          close={() => {
            selected.value = undefined
          }}
        />
      )}
      <Section title="Log" note={counted(entries.length, 'entry', 'entries')}>
        {entries.length === 0 && problem === undefined ? (
          <p class="muted">No client has asked anything yet.</p>
        ) : (
          <EntryTable
            entries={entries}
            selected={selected.value?.sequence}
            select={(entry) => {
              selected.value = entry
            }}
          />
        )}
        {log.hasOlder.value && (
          <p>
            <button type="button" onClick={() => log.loadOlder()}>
              Show older ones
            </button>
          </p>
        )}
        {entries.length >= ENTRIES_MAX && (
          <p class="muted">
            Only the newest {ENTRIES_MAX} are shown. Filter by method to see further back.
          </p>
        )}
      </Section>
    </>
  )
}

function Filter({ log, method, choose }: LogProperties & { readonly log: RequestLog }) {
  const names = [...new Set(log.entries.value.map((entry) => entry.method))].sort()
  const submit = (event: Event) => {
    event.preventDefault()
    const form = event.currentTarget as HTMLFormElement
    const name = (form.elements.namedItem('method') as HTMLInputElement).value.trim()
    choose(name === '' ? undefined : name)
  }
  return (
    <form class="row" onSubmit={submit}>
      <label class="field">
        Method
        <input
          name="method"
          list="methods"
          defaultValue={method ?? ''}
          placeholder="all methods"
          autocomplete="off"
          spellcheck={false}
          maxLength={100}
        />
      </label>
      <datalist id="methods">
        {names.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <button type="submit">Filter</button>
      {method !== undefined && (
        <button type="button" onClick={() => choose(undefined)}>
          Show all methods
        </button>
      )}
      <button
        type="button"
        aria-pressed={log.isPaused.value}
        onClick={() => log.setPaused(!log.isPaused.value)}
      >
        {log.isPaused.value ? 'Continue' : 'Pause'}
      </button>
    </form>
  )
}

function NotKept() {
  return (
    <section class="page">
      <h1>Requests</h1>
      <p>With the five methods alone, the server does not show what clients asked.</p>
    </section>
  )
}
