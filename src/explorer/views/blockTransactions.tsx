import { useSignal } from '@preact/signals'
import { quantityOf, separated } from '../decode/units.ts'
import { counted } from '../store/format.ts'
import { More } from './blockParts.tsx'
import { AddressLink, Amount, ForeignText, Section, TransactionLink } from './components.tsx'
import { useNames } from './nameBook.ts'
import type { RpcBlock, RpcReceipt, RpcTransaction } from './rpcTypes.ts'

const PAGE = 50

interface Properties {
  readonly block: RpcBlock
  readonly receipts: readonly RpcReceipt[] | undefined
}

/** The transactions of a block, with their receipts. */
export function BlockTransactions({ block, receipts = [] }: Properties) {
  const shown = useSignal(PAGE)
  const byHash = new Map(receipts.map((receipt) => [receipt.transactionHash, receipt]))
  const total = block.transactions.length
  return (
    <Section title="Transactions" note={counted(total, 'transaction')}>
      {total === 0 ? (
        <p class="muted">This block has no transactions.</p>
      ) : (
        <TransactionTable
          transactions={block.transactions.slice(0, shown.value)}
          receiptOf={(hash) => byHash.get(hash)}
        />
      )}
      <More shown={shown} total={total} />
    </Section>
  )
}

interface TableProperties {
  readonly transactions: readonly RpcTransaction[]
  readonly receiptOf: (hash: string) => RpcReceipt | undefined
  /** whether the transactions are of several blocks */
  readonly hasBlocks?: boolean
  /** whether receipts are loaded at all */
  readonly hasReceipts?: boolean
}

export function TransactionTable(properties: TableProperties) {
  const { transactions, receiptOf, hasBlocks = false, hasReceipts = true } = properties
  return (
    <div class="scroll">
      <table class="list">
        <thead>
          <tr>
            <th scope="col">{hasBlocks ? 'Block' : '#'}</th>
            <th scope="col">Hash</th>
            {hasReceipts && <th scope="col">Status</th>}
            <th scope="col">Call</th>
            <th scope="col">From</th>
            <th scope="col">To</th>
            <th scope="col" class="number">
              Value
            </th>
            {hasReceipts && (
              <th scope="col" class="number">
                Gas
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {transactions.map((transaction) => (
            <TransactionRow
              key={transaction.hash}
              transaction={transaction}
              receipt={receiptOf(transaction.hash)}
              hasBlock={hasBlocks}
              hasReceipt={hasReceipts}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface RowProperties {
  readonly transaction: RpcTransaction
  readonly receipt: RpcReceipt | undefined
  readonly hasBlock: boolean
  readonly hasReceipt: boolean
}

function TransactionRow({ transaction, receipt, hasBlock, hasReceipt }: RowProperties) {
  const { hash, from, to, value, transactionIndex, blockNumber } = transaction
  const index = quantityOf(hasBlock ? blockNumber : transactionIndex)
  const created = receipt?.contractAddress
  return (
    <tr>
      <td>{index === undefined ? '' : separated(index)}</td>
      <td>
        <TransactionLink hash={hash} />
      </td>
      {hasReceipt && (
        <td>
          <Status receipt={receipt} isPending={transaction.blockHash === null} />
        </td>
      )}
      <td>
        <CallName transaction={transaction} />
      </td>
      <td>
        <AddressLink address={from} />
      </td>
      <td>
        {to || created ? (
          <AddressLink address={to ?? created ?? ''} />
        ) : (
          <span class="muted">new contract</span>
        )}
      </td>
      <td class="number">
        <Amount wei={BigInt(value)} />
      </td>
      {hasReceipt && (
        <td class="number">{receipt === undefined ? '' : separated(BigInt(receipt.gasUsed))}</td>
      )}
    </tr>
  )
}

/** How a transaction ended, as a word, so that nobody has to tell colours apart. */
function Status({
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
function CallName({ transaction }: { readonly transaction: RpcTransaction }) {
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
