import { reasonText } from '../decode/contractBook.ts'
import { quantityOf, separated } from '../decode/units.ts'
import { AddressLink, Amount, Bytes, ForeignText, Section } from './components.tsx'
import { useNames } from './nameBook.ts'
import { type RunReport, Stack } from './runReport.tsx'
import { failedCall, type Trace, type TracedCall } from './useTrace.ts'

/** How many calls are drawn. */
const CALLS_MAX = 200

/** The calls that a transaction made. */
export function Calls({ trace: { state, load } }: { readonly trace: Trace }) {
  return (
    <Section title="Calls inside">
      {state.phase === 'none' && (
        <p>
          <button type="button" onClick={load}>
            Trace the transaction
          </button>
        </p>
      )}
      {state.phase === 'loading' && <p role="status">Tracing…</p>}
      {state.phase === 'failed' && (
        <p class="problem" role="alert">
          <ForeignText text={state.message} max={500} />
        </p>
      )}
      {state.phase === 'loaded' && <CallTree root={state.call} />}
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

interface FailureProperties {
  readonly trace: Trace
  /** undefined until it is loaded */
  readonly stack: RunReport['stack'] | undefined
}

/** Why a transaction failed, and in which call of which contract. */
export function FailureNote({ trace: { state }, stack = [] }: FailureProperties) {
  if (state.phase !== 'loaded') {
    return (
      <p class="note note-bad" role="status">
        {state.phase === 'failed' ? 'It failed.' : 'It failed. Looking for the reason…'}
      </p>
    )
  }
  const call = failedCall(state.call)
  return (
    <div class="note note-bad" role="status">
      <Failure call={call} error={call.error ?? 'failed'} />
      <p>
        In {call.to && <AddressLink address={call.to} />} <CalledFunction call={call} />
      </p>
      <Stack lines={stack} />
    </div>
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
