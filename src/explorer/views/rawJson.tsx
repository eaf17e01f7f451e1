import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { useSession } from '../sessionContext.ts'
import type { Session } from '../store/session.ts'
import { Section } from './components.tsx'
import { CodeBlock, CopyAs } from './copyAs.tsx'
import type { CopiedCall } from './snippets.ts'

/** How much JSON is shown at once. */
const TEXT_MAX = 200_000

interface RawProperties {
  readonly calls: readonly CopiedCall[]
}

/** Requests to copy, and what the endpoint answers to them, in both dialects. */
export function Raw({ calls }: RawProperties) {
  const { dialect, dialectMethods = [] } = useSession().permissions.value ?? {}
  const chosen = useSignal(0)
  const call = calls[Math.min(chosen.value, calls.length - 1)]
  if (call === undefined) return null
  const other = dialect === 'geth' ? 'infura' : 'geth'
  return (
    <Section title="Request and JSON">
      {calls.length > 1 && (
        <fieldset class="segments">
          <legend>Request</legend>
          {calls.map(({ method }, index) => (
            <button
              key={method}
              type="button"
              aria-pressed={call.method === method}
              onClick={() => {
                chosen.value = index
              }}
            >
              {method}
            </button>
          ))}
        </fieldset>
      )}
      <CopyAs call={call} />
      <Json
        key={`own ${JSON.stringify(call)}`}
        call={call}
        title={titleOf(dialect)}
        load={askOwn}
      />
      {dialect !== null && dialect !== undefined && dialectMethods.includes(call.method) && (
        <Json
          key={`other ${JSON.stringify(call)}`}
          call={call}
          title={`JSON in dialect ${other}`}
          load={(session, each) => askOther(session, each, other)}
        />
      )}
    </Section>
  )
}

function titleOf(dialect: string | null | undefined): string {
  return dialect ? `JSON in dialect ${dialect}` : 'JSON'
}

interface JsonProperties {
  readonly call: CopiedCall
  readonly title: string
  readonly load: (session: Session, call: CopiedCall) => Promise<unknown>
}

/** The answer to a request, which is sent when somebody wants to see it. */
function Json({ call, title, load }: JsonProperties) {
  const session = useSession()
  const isOpen = useSignal(false)
  const text = useSignal('Loading…')
  const version = session.head.value?.hash
  useEffect(() => {
    if (!isOpen.value) return
    load(session, call).then(
      (result) => {
        const json = JSON.stringify(result, null, 2)
        text.value = json.length > TEXT_MAX ? `${json.slice(0, TEXT_MAX)}\n…` : json
      },
      (error: Error) => {
        text.value = error.message
      },
    )
  }, [isOpen.value, version])
  return (
    <details
      class="fold"
      onToggle={(event) => {
        isOpen.value = event.currentTarget.open
      }}
    >
      <summary>{title}</summary>
      {isOpen.value && <CodeBlock text={text.value} label={title} />}
    </details>
  )
}

function askOwn({ connection }: Session, { method, params }: CopiedCall): Promise<unknown> {
  return connection.request(method, params)
}

function askOther(
  { connection }: Session,
  { method, params }: CopiedCall,
  dialect: string,
): Promise<unknown> {
  return connection.request('ommer_inDialect', [dialect, { method, params }])
}
