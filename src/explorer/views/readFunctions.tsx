import { useSignal } from '@preact/signals'
import { type Abi, type AbiItem, signatureOf } from '../decode/abi.ts'
import { type DecodedParameter, decodeParameters } from '../decode/abiDecode.ts'
import { useSession } from '../sessionContext.ts'
import { counted } from '../store/format.ts'
import { ForeignText, Section } from './components.tsx'
import { CopyAs } from './copyAs.tsx'
import { Parameters } from './decoded.tsx'
import { FunctionForm, failureText } from './functionForm.tsx'

interface Properties {
  readonly address: string
  readonly abi: Abi
}

/** The functions of a contract that only read, each with a form. */
export function ReadFunctions({ address, abi }: Properties) {
  const functions = abi.filter(
    ({ type, stateMutability }) =>
      type === 'function' && (stateMutability === 'view' || stateMutability === 'pure'),
  )
  if (functions.length === 0) return null
  return (
    <Section title="Read the contract" note={counted(functions.length, 'function')}>
      {functions.map((item) => (
        <ReadFunction key={signatureOf(item)} address={address} item={item} />
      ))}
    </Section>
  )
}

type ReadResult = { readonly data: string } & (
  | { readonly outputs: readonly DecodedParameter[] }
  | { readonly problem: string }
)

function ReadFunction({ address, item }: { readonly address: string; readonly item: AbiItem }) {
  const session = useSession()
  const answer = useSignal<ReadResult | undefined>(undefined)
  const call = async (data: string) => {
    try {
      const params = [{ to: address, data }, 'latest']
      const result = await session.connection.request<string>('eth_call', params)
      answer.value = { outputs: decodeParameters(item.outputs ?? [], result), data }
    } catch (error) {
      answer.value = { problem: failureText(session, address, error as Error), data }
    }
  }
  return (
    <FunctionForm item={item} verb="Call" call={call}>
      {answer.value !== undefined && <CallAnswer answer={answer.value} address={address} />}
    </FunctionForm>
  )
}

function CallAnswer({
  answer,
  address,
}: {
  readonly answer: ReadResult
  readonly address: string
}) {
  const { data } = answer
  return (
    <>
      {'problem' in answer ? (
        <p class="problem">
          <ForeignText text={answer.problem} max={500} />
        </p>
      ) : answer.outputs.length === 0 ? (
        <p class="muted">It returns nothing.</p>
      ) : (
        <Parameters parameters={answer.outputs} />
      )}
      <CopyAs call={{ method: 'eth_call', params: [{ to: address, data }, 'latest'] }} />
    </>
  )
}
