import { useSignal } from '@preact/signals'
import { type Abi, type AbiItem, signatureOf } from '../decode/abi.ts'
import { toQuantity, weiOf } from '../decode/units.ts'
import { useSession } from '../sessionContext.ts'
import { counted, shortHex } from '../store/format.ts'
import { ForeignText, Section, TransactionLink } from './components.tsx'
import { CopyAs } from './copyAs.tsx'
import { FunctionForm, failureText } from './functionForm.tsx'
import { useNames } from './nameBook.ts'
import type { RpcReceipt } from './rpcTypes.ts'
import { Status } from './transactionCells.tsx'

interface Properties {
  readonly address: string
  readonly abi: Abi
}

/** The functions of a contract that change something, each with a form that sends a transaction. */
export function WriteFunctions({ address, abi }: Properties) {
  const permissions = useSession().permissions.value
  const { accounts } = useNames()
  const functions = abi.filter(
    ({ type, stateMutability }) =>
      type === 'function' && (stateMutability === 'nonpayable' || stateMutability === 'payable'),
  )
  if (permissions?.dev !== true || accounts.size === 0 || functions.length === 0) return null
  return (
    <Section title="Write to the contract" note={counted(functions.length, 'function')}>
      <p class="muted">The server signs for its accounts, and sends the transaction.</p>
      {functions.map((item) => (
        <WriteFunction key={signatureOf(item)} address={address} item={item} />
      ))}
    </Section>
  )
}

/** The params of `eth_sendTransaction`. */
interface Sent {
  readonly from: string
  readonly to: string
  readonly data: string
  readonly value?: string
}

type WriteResult = { readonly sent: Sent } & (
  | { readonly hash: string; readonly receipt: RpcReceipt | null }
  | { readonly problem: string }
)

function WriteFunction({ address, item }: { readonly address: string; readonly item: AbiItem }) {
  const session = useSession()
  const answer = useSignal<WriteResult | undefined>(undefined)
  const call = async (data: string, form: HTMLFormElement) => {
    const fields = new FormData(form)
    const value = weiOf(String(fields.get('value') ?? ''))
    const from = String(fields.get('from'))
    const sent = { from, to: address, data, ...(value > 0n && { value: toQuantity(value) }) }
    const { connection } = session
    try {
      const hash = await connection.request<string>('eth_sendTransaction', [sent])
      const receipt = await connection.request<RpcReceipt | null>('eth_getTransactionReceipt', [
        hash,
      ])
      answer.value = { sent, hash, receipt }
    } catch (error) {
      answer.value = { sent, problem: failureText(session, address, error as Error) }
    }
  }
  const isPayable = item.stateMutability === 'payable'
  return (
    <FunctionForm
      item={item}
      verb="Send"
      fields={<SenderFields isPayable={isPayable} />}
      call={call}
    >
      {answer.value !== undefined && <SendAnswer answer={answer.value} />}
    </FunctionForm>
  )
}

function SenderFields({ isPayable }: { readonly isPayable: boolean }) {
  const { accounts } = useNames()
  return (
    <>
      {isPayable && (
        <label class="field-line">
          <span>
            value <span class="muted">ether</span>
          </span>
          <input name="value" inputMode="decimal" placeholder="0" autocomplete="off" />
        </label>
      )}
      <label class="field-line">
        <span>from</span>
        <select name="from">
          {[...accounts].map(([address, name]) => (
            <option key={address} value={address}>
              {name} ({shortHex(address)})
            </option>
          ))}
        </select>
      </label>
    </>
  )
}

function SendAnswer({ answer }: { readonly answer: WriteResult }) {
  return (
    <>
      {'problem' in answer ? (
        <p class="problem">
          <ForeignText text={answer.problem} max={500} />
        </p>
      ) : (
        <p>
          <Status receipt={answer.receipt ?? undefined} isPending={answer.receipt === null} />{' '}
          <TransactionLink hash={answer.hash} />
        </p>
      )}
      <CopyAs call={{ method: 'eth_sendTransaction', params: [answer.sent] }} />
    </>
  )
}
