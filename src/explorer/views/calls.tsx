import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { reasonText } from '../decode/contractBook.ts'
import { quantityOf, separated } from '../decode/units.ts'
import { useSession } from '../sessionContext.ts'
import { AddressLink, Amount, Bytes, ForeignText, Section } from './components.tsx'
import { useNames } from './nameBook.ts'

/** A call as geth's `callTracer` writes it. */
interface TracedCall {
  readonly type: string
  readonly from: string
  readonly to?: string
  readonly input: string
  readonly output?: string
  readonly value?: string
  readonly gasUsed: string
  readonly error?: string
  readonly calls?: readonly TracedCall[]
}

/** How many calls are drawn. */
const CALLS_MAX = 200

type State =
  | { readonly phase: 'none' | 'loading' }
  | { readonly phase: 'loaded'; readonly call: TracedCall }
  | { readonly phase: 'failed'; readonly message: string }

interface CallsProperties {
  readonly hash: string
  /** whether the trace is loaded without a click: it says why a transaction failed */
  readonly isFailed: boolean
}

/** The calls that a transaction made, from a trace. It costs the server something, so mostly it waits for a click. */
export function Calls({ hash, isFailed }: CallsProperties) {
  const { connection, permissions } = useSession()
  const state = useSignal<State>({ phase: 'none' })
  const load = async () => {
    state.value = { phase: 'loading' }
    try {
      const params = [hash, { tracer: 'callTracer' }]
      const call = await connection.request<TracedCall>('debug_traceTransaction', params)
      state.value = { phase: 'loaded', call }
    } catch (error) {
      state.value = { phase: 'failed', message: (error as Error).message }
    }
  }
  useEffect(() => {
    if (isFailed) void load()
  }, [hash, isFailed])
  if (permissions.value?.methods === 'core') return null
  const now = state.value
  return (
    <Section title="Calls inside">
      {now.phase === 'none' && (
        <p>
          <button type="button" onClick={load}>
            Trace the transaction
          </button>
        </p>
      )}
      {now.phase === 'loading' && <p role="status">Tracing…</p>}
      {now.phase === 'failed' && (
        <p class="problem" role="alert">
          <ForeignText text={now.message} max={500} />
        </p>
      )}
      {now.phase === 'loaded' && <CallTree root={now.call} />}
    </Section>
  )
}

function CallTree({ root }: { readonly root: TracedCall }) {
  const drawn = { left: CALLS_MAX }
  return (
    <ul class="call-tree">
      <CallNode call={root} drawn={drawn} />
    </ul>
  )
}

function CallNode({
  call,
  drawn,
}: {
  readonly call: TracedCall
  readonly drawn: { left: number }
}) {
  drawn.left -= 1
  if (drawn.left < 0) return null
  const value = quantityOf(call.value) ?? 0n
  return (
    <li>
      <p>
        <span class="muted">{call.type}</span> {call.to && <AddressLink address={call.to} />}{' '}
        <CalledFunction call={call} />{' '}
        {value > 0n && (
          <>
            with <Amount wei={value} />{' '}
          </>
        )}
        <span class="muted">{separated(quantityOf(call.gasUsed) ?? 0n)} gas</span>
      </p>
      {call.error !== undefined && <Failure call={call} error={call.error} />}
      {call.calls !== undefined && (
        <ul>
          {call.calls.slice(0, CALLS_MAX).map((inner, index) => (
            <CallNode key={index} call={inner} drawn={drawn} />
          ))}
        </ul>
      )}
      {drawn.left < 0 && call.calls !== undefined && <p class="muted">… and further calls</p>}
    </li>
  )
}

function CalledFunction({ call }: { readonly call: TracedCall }) {
  const names = useNames()
  if (call.type.startsWith('CREATE') || call.input.length < 10) return null
  const decoded = call.to === undefined ? undefined : names.call(call.to, call.input)
  return (
    <span class="mono">
      {decoded === undefined ? call.input.slice(0, 10) : <ForeignText text={decoded.signature} />}
    </span>
  )
}

/** Why a call failed: geth's word for it, and the reason that the contract gave. */
function Failure({ call, error }: { readonly call: TracedCall; readonly error: string }) {
  const names = useNames()
  const data = call.output ?? '0x'
  const reason = names.error(call.to, data)
  return (
    <p class="problem">
      <ForeignText text={error} />
      {reason !== undefined && (
        <>
          : <ForeignText text={reasonText(reason)} max={500} />
        </>
      )}
      {reason === undefined && data !== '0x' && (
        <>
          : <Bytes hex={data} what="data of the revert" />
        </>
      )}
    </p>
  )
}
