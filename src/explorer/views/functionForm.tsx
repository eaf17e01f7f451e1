import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { RpcError } from '../connection/rpcError.ts'
import { type AbiItem, canonicalType } from '../decode/abi.ts'
import { encodeCall } from '../decode/abiEncode.ts'
import { reasonText } from '../decode/contractBook.ts'
import type { Session } from '../store/session.ts'
import { ForeignText } from './components.tsx'
import { namesOf } from './nameBook.ts'

interface Properties {
  readonly item: AbiItem
  /** on the button */
  readonly verb: string
  /** fields after those of the arguments */
  readonly fields?: ComponentChildren
  /** what the function has answered */
  readonly children: ComponentChildren
  /**
   * Calls the function.
   *
   * @throws {Error} that says what is wrong with the other fields
   */
  call(data: string, form: HTMLFormElement): Promise<void>
}

/** A function of a contract, with a field for each argument. */
export function FunctionForm({ item, verb, fields, children, call }: Properties) {
  const problem = useSignal('')
  const isRunning = useSignal(false)
  const inputs = item.inputs ?? []
  const submit = async (event: Event) => {
    event.preventDefault()
    const form = event.currentTarget as HTMLFormElement
    const texts = inputs.map(
      (_, index) => (form.elements.namedItem(`argument ${index}`) as HTMLInputElement).value,
    )
    problem.value = ''
    isRunning.value = true
    try {
      await call(encodeCall(item, texts), form)
    } catch (error) {
      problem.value = (error as Error).message
    } finally {
      isRunning.value = false
    }
  }
  return (
    <details class="fold function">
      <summary class="mono">
        <ForeignText text={item.name ?? ''} max={80} />
      </summary>
      <form class="fields" onSubmit={submit}>
        {inputs.map((input, index) => (
          <label key={index} class="field-line">
            <span>
              <ForeignText text={input.name || `argument ${index + 1}`} max={40} />{' '}
              <span class="muted mono">{canonicalType(input)}</span>
            </span>
            <input name={`argument ${index}`} autocomplete="off" spellcheck={false} />
          </label>
        ))}
        {fields}
        <p>
          <button type="submit" disabled={isRunning.value}>
            {verb}
          </button>
        </p>
      </form>
      <div role="status">
        {problem.value === '' ? children : <FormProblem text={problem.value} />}
      </div>
    </details>
  )
}

function FormProblem({ text }: { readonly text: string }) {
  return (
    <p class="problem">
      <ForeignText text={text} max={500} />
    </p>
  )
}

/** Why the server has refused a call of a contract, with the reason that the contract gave. */
export function failureText(session: Session, address: string, error: Error): string {
  const revert = error instanceof RpcError && typeof error.data === 'string' ? error.data : ''
  const reason = namesOf(session).peek().error(address, revert)
  return reason === undefined ? error.message : `${error.message}: ${reasonText(reason)}`
}
