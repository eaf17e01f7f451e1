import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { useSession } from '../sessionContext.ts'
import type { Session } from '../store/session.ts'
import { CodeBlock, CopyAs } from './copyAs.tsx'
import { Section } from './parts.tsx'
import type { CopiedCall } from './snippets.ts'

/** How much JSON is shown at once. */
const TEXT_MAX = 200_000

interface RawProperties {
  readonly calls: readonly CopiedCall[]
}

/** Requests to copy, and what the endpoint answers to them, in both dialects. */
export function Raw({ calls }: RawProperties) {
  const { dialect } = useSession().permissions.value ?? {}
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
      {dialect !== null && dialect !== undefined && (
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

/** The keys that an endpoint has without `--api-key`, one for each dialect. */
const DEFAULT_KEYS: Readonly<Record<string, string>> = { infura: 'dev', geth: 'geth' }

/**
 * Asks the other key of the same endpoint. Only the two keys that a server has by default are known to belong together.
 *
 * @throws {Error} that says how to get the other dialect
 */
async function askOther(session: Session, call: CopiedCall, dialect: string): Promise<unknown> {
  const { addresses } = session
  const key = DEFAULT_KEYS[dialect]
  const own = DEFAULT_KEYS[session.permissions.peek()?.dialect ?? '']
  const help = `This key has no second dialect. Start the server with --api-key KEY:${dialect} for a key that has this one.`
  if (key === undefined || addresses.key !== own) throw new Error(help)
  const [status, answer] = await askByHttp(`${addresses.http.slice(0, -own.length)}${key}`, [
    { method: 'ommer_explorer', params: [] },
    call,
  ])
  // With --any-key, a key like that is an endpoint of its own.
  const found = (status?.result as { readonly dialect?: string } | undefined)?.dialect
  if (found !== dialect) throw new Error(help)
  if (answer?.error !== undefined) throw new Error(answer.error.message)
  return answer?.result
}

interface Answer {
  readonly result?: unknown
  readonly error?: { readonly message: string }
}

async function askByHttp(url: string, calls: readonly CopiedCall[]): Promise<readonly Answer[]> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(calls.map((call, id) => ({ jsonrpc: '2.0', id, ...call }))),
  })
  const answers: unknown = await response.json()
  if (Array.isArray(answers)) return answers
  throw new Error((answers as Answer).error?.message ?? `status ${response.status}`)
}
