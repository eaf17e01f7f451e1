import { useSignal } from '@preact/signals'
import { RpcError } from '../connection/rpcError.ts'
import { type Abi, type AbiItem, canonicalType, readAbi, signatureOf } from '../decode/abi.ts'
import { type DecodedParameter, decodeParameters } from '../decode/abiDecode.ts'
import { encodeCall } from '../decode/abiEncode.ts'
import { reasonText } from '../decode/contractBook.ts'
import { useSession } from '../sessionContext.ts'
import { counted } from '../store/format.ts'
import { ForeignText, Section } from './components.tsx'
import { CodeBlock, CopyAs } from './copyAs.tsx'
import { Parameters } from './decoded.tsx'
import { namesOf, rememberAbi } from './nameBook.ts'

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

type ReadResult =
  | { readonly outputs: readonly DecodedParameter[]; readonly data: string }
  | { readonly problem: string; readonly data?: string }

function ReadFunction({ address, item }: { readonly address: string; readonly item: AbiItem }) {
  const session = useSession()
  const answer = useSignal<ReadResult | undefined>(undefined)
  const inputs = item.inputs ?? []
  const call = async (event: Event) => {
    event.preventDefault()
    const form = event.currentTarget as HTMLFormElement
    const texts = inputs.map(
      (_, index) => (form.elements.namedItem(`argument ${index}`) as HTMLInputElement).value,
    )
    let data: string
    try {
      data = encodeCall(item, texts)
    } catch (error) {
      answer.value = { problem: (error as Error).message }
      return
    }
    try {
      const params = [{ to: address, data }, 'latest']
      const result = await session.connection.request<string>('eth_call', params)
      answer.value = { outputs: decodeParameters(item.outputs ?? [], result), data }
    } catch (error) {
      const revert = error instanceof RpcError && typeof error.data === 'string' ? error.data : ''
      const reason = namesOf(session).peek().error(address, revert)
      const text = reason === undefined ? '' : `: ${reasonText(reason)}`
      answer.value = { problem: `${(error as Error).message}${text}`, data }
    }
  }
  return (
    <details class="fold function">
      <summary class="mono">
        <ForeignText text={item.name ?? ''} max={80} />
      </summary>
      <form class="fields" onSubmit={call}>
        {inputs.map((input, index) => (
          <label key={index} class="field-line">
            <span>
              <ForeignText text={input.name || `argument ${index + 1}`} max={40} />{' '}
              <span class="muted mono">{canonicalType(input)}</span>
            </span>
            <input name={`argument ${index}`} autocomplete="off" spellcheck={false} />
          </label>
        ))}
        <p>
          <button type="submit">Call</button>
        </p>
      </form>
      <div role="status">
        {answer.value !== undefined && <CallAnswer answer={answer.value} address={address} />}
      </div>
    </details>
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
      {data !== undefined && (
        <CopyAs call={{ method: 'eth_call', params: [{ to: address, data }, 'latest'] }} />
      )}
    </>
  )
}

/** The ABI of a contract, and a way to give one that the page does not know. */
export function AbiPart({
  address,
  abi,
}: {
  readonly address: string
  readonly abi: Abi | undefined
}) {
  const session = useSession()
  const problem = useSignal('')
  const accept = (event: Event) => {
    event.preventDefault()
    const form = event.currentTarget as HTMLFormElement
    const field = form.elements.namedItem('abi') as HTMLTextAreaElement
    try {
      rememberAbi(session, address, readAbi(field.value))
      problem.value = ''
    } catch (error) {
      problem.value = (error as Error).message
    }
  }
  if (abi !== undefined && abi.length > 0) {
    return (
      <details class="card fold">
        <summary>ABI, {counted(abi.length, 'entry', 'entries')}</summary>
        <CodeBlock text={JSON.stringify(abi, null, 2)} label="ABI" />
      </details>
    )
  }
  return (
    <details class="card fold">
      <summary>ABI: none is known</summary>
      <form class="fields" onSubmit={accept}>
        <label class="field-line">
          <span>
            The ABI as JSON, or an artefact of a compiler. It stays in this page until you close it.
          </span>
          <textarea name="abi" rows={6} spellcheck={false} required maxLength={1_000_000} />
        </label>
        {problem.value !== '' && (
          <p class="problem" role="alert">
            {problem}
          </p>
        )}
        <p>
          <button type="submit">Use this ABI</button>
        </p>
      </form>
    </details>
  )
}
