import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { useSession } from '../sessionContext.ts'

/** A call as geth's `callTracer` writes it. */
export interface TracedCall {
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

type TraceState =
  | { readonly phase: 'none' | 'loading' }
  | { readonly phase: 'loaded'; readonly call: TracedCall }
  | { readonly phase: 'failed'; readonly message: string }

/** The calls that a transaction made, once they are loaded. */
export interface Trace {
  readonly state: TraceState
  load(): void
}

/**
 * Traces a transaction. It costs the server something, so mostly it waits until `load` is called.
 *
 * @param isWanted whether it is traced at once: the trace says why a transaction failed
 */
export function useTrace(hash: string, isWanted: boolean): Trace {
  const { connection } = useSession()
  const state = useSignal<TraceState>({ phase: 'none' })
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
    if (isWanted) void load()
  }, [hash, isWanted])
  return { state: state.value, load: () => void load() }
}

/** The call in which a failure began: of calls in one another that failed alike, the innermost. */
export function failedCall(call: TracedCall): TracedCall {
  const last = call.calls?.at(-1)
  // Without data nothing says whether one failure has led to the other.
  const hasData = call.output !== undefined && call.output !== '0x'
  const isPassedOn = last?.error !== undefined && hasData && last.output === call.output
  return last !== undefined && isPassedOn ? failedCall(last) : call
}
