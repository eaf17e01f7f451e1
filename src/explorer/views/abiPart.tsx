import { useSignal } from '@preact/signals'
import { type Abi, readAbi } from '../decode/abi.ts'
import { useSession } from '../sessionContext.ts'
import { counted } from '../store/format.ts'
import { CodeBlock } from './copyAs.tsx'
import { rememberAbi } from './nameBook.ts'

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
