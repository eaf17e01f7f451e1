import { useEffect, useRef } from 'preact/hooks'
import { separated } from '../decode/units.ts'
import { useSession } from '../sessionContext.ts'
import { dateTime } from '../store/format.ts'
import { BlockLink, Fact, ForeignText, Section } from '../views/components.tsx'
import { CodeBlock, CopyAs } from '../views/copyAs.tsx'
import { Printed } from '../views/runReport.tsx'
import { useLoaded } from '../views/useLoaded.ts'
import { blockOf } from './blockOf.ts'
import { clockTime, duration, Outcome } from './entryTable.tsx'
import type { LogEntry } from './requestLog.ts'

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
      whole: await connection.request<LogEntry | null>('ommer_request', [entry.sequence]),
    }),
    ['request', entry.sequence],
  )
  const whole = value?.whole
  const block = blockOf(whole ?? entry)
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
            {entry.milliseconds !== undefined && ` in ${duration(entry.milliseconds)}`}
          </Fact>
          {entry.faults?.map(({ kind, rule, detail }, index) => (
            <Fact key={index} name="Fault">
              <ForeignText text={kind} /> <span class="muted">by rule {rule}:</span>{' '}
              <ForeignText text={detail} max={500} />
            </Fact>
          ))}
          {block !== undefined && (
            <Fact name="Block">
              <BlockLink block={block} />
            </Fact>
          )}
        </dl>
        {error !== undefined && (
          <p class="problem" role="alert">
            <ForeignText text={error.message} max={500} />
          </p>
        )}
        {whole === null && <p>The server does not have this request any more.</p>}
        {whole?.printed !== undefined && <Printed lines={whole.printed} />}
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

function Contents({ whole }: { readonly whole: LogEntry }) {
  const params = Array.isArray(whole.params) ? whole.params : []
  const { answer, answerText, answerLength = 0 } = whole
  const json = answer === undefined ? (answerText ?? '') : JSON.stringify(answer, null, 2)
  const isCut = answer === undefined || json.length > TEXT_MAX
  const text = json.slice(0, TEXT_MAX)
  return (
    <>
      {text === '' ? (
        <p class="muted">There was no answer, or it is not kept.</p>
      ) : (
        <CodeBlock text={text} label="Answer" />
      )}
      {isCut && text !== '' && (
        <p class="muted">The answer has {separated(answerLength)} bytes. This is its beginning.</p>
      )}
      <CopyAs call={{ method: whole.method, params }} />
    </>
  )
}
