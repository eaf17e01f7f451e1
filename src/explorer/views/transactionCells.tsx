import { quantityOf } from '../decode/units.ts'
import { ForeignText } from './components.tsx'
import { useNames } from './nameBook.ts'
import type { RpcReceipt, RpcTransaction } from './rpcTypes.ts'

/** How a transaction ended, as a word, so that nobody has to tell colours apart. */
export function Status({
  receipt,
  isPending,
}: {
  readonly receipt: RpcReceipt | undefined
  readonly isPending: boolean
}) {
  if (isPending) return <span class="status status-pending">pending</span>
  if (receipt === undefined) return <span class="muted">unknown</span>
  if (receipt.status === undefined) return <span class="muted">not recorded</span>
  return receipt.status === '0x1' ? (
    <span class="status status-good">succeeded</span>
  ) : (
    <span class="status status-bad">failed</span>
  )
}

/** What a transaction does, in a word or two. */
export function CallName({ transaction }: { readonly transaction: RpcTransaction }) {
  const names = useNames()
  const { to, input } = transaction
  if (to === null) return <>create</>
  if (input === '0x') return <>transfer</>
  const call = names.call(to, input)
  if (call === undefined) return <span class="mono">{input.slice(0, 10)}</span>
  return (
    <span class="mono" title={call.signature}>
      <ForeignText text={call.item.name ?? ''} max={40} />
    </span>
  )
}

/** What a transaction cost its sender, blobs included, in wei; undefined if that is not known. */
export function feeOf(receipt: RpcReceipt | undefined): bigint | undefined {
  const price = quantityOf(receipt?.effectiveGasPrice)
  const used = quantityOf(receipt?.gasUsed)
  if (price === undefined || used === undefined) return undefined
  const blobs = (quantityOf(receipt?.blobGasUsed) ?? 0n) * (quantityOf(receipt?.blobGasPrice) ?? 0n)
  return price * used + blobs
}
