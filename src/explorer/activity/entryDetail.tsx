import { useEffect, useRef } from 'preact/hooks'
import { useSession } from '../sessionContext.ts'
import { dateTime } from '../store/format.ts'
import { CodeBlock, CopyAs } from '../views/copyAs.tsx'
import { BlockLink, Fact, ForeignText, Section } from '../views/parts.tsx'
import { useLoaded } from '../views/useLoaded.ts'
import { clockTime, duration, Outcome } from './entryTable.tsx'
import type { LogEntry, WholeEntry } from './requestLog.ts'

/** How much of an answer is shown. */
const TEXT_MAX = 100_000

interface Properties {
  readonly entry: LogEntry
  readonly close: () => void
}

/** A request with its whole answer, and the block that it is about. */
export function EntryDetail({ entry, close }: Properties) {
  const { connection } = useSession()
  const heading = useRef<HTMLDivElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const { value, error } = useLoaded(
    async () => ({
      whole: await connection.request<WholeEntry | null>('ommer_request', [entry.sequence]),
    }),
    ['request', entry.sequence],
  )
  const whole = value?.whole
  return (
    <div ref={heading} tabIndex={-1} class="entry-detail">
      <Section title={`Request ${entry.sequence}`}>
        <dl class="facts">
          <Fact name="Method">
            <span class="mono">
              <ForeignText text={entry.method} />
            </span>
          </Fact>
          <Fact name="Time">
            {dateTime(entry.time / 1_000).slice(0, 10)} {clockTime(entry.time)} UTC
          </Fact>
          <Fact name="Outcome">
            <Outcome entry={entry} />
            {entry.milliseconds !== null && ` in ${duration(entry.milliseconds)}`}
          </Fact>
          {whole?.block && (
            <Fact name="Block">
              <BlockLink block={whole.block.hash}>{whole.block.number}</BlockLink>
            </Fact>
          )}
        </dl>
        {error !== undefined && (
          <p class="problem" role="alert">
            <ForeignText text={error.message} max={500} />
          </p>
        )}
        {whole === null && <p>The server does not have this request any more.</p>}
        {whole && <Contents whole={whole} />}
        <p>
          <button type="button" onClick={close}>
            Close
          </button>
        </p>
      </Section>
    </div>
  )
}

function Contents({ whole }: { readonly whole: WholeEntry }) {
  const params = Array.isArray(whole.params) ? whole.params : []
  const answer = JSON.stringify(whole.response ?? whole.error, null, 2) ?? 'null'
  const text = answer.length > TEXT_MAX ? `${answer.slice(0, TEXT_MAX)}\n…` : answer
  return (
    <>
      <CodeBlock text={text} label="Answer" />
      <CopyAs call={{ method: whole.method, params }} />
    </>
  )
}
