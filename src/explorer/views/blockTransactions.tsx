import { useSignal } from '@preact/signals'
import { quantityOf, separated } from '../decode/units.ts'
import { counted } from '../store/format.ts'
import { More } from './blockParts.tsx'
import { AddressLink, Amount, Section, TransactionLink } from './components.tsx'
import type { RpcBlock, RpcReceipt, RpcTransaction } from './rpcTypes.ts'
import { CallName, Status } from './transactionCells.tsx'

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
}

function TransactionTable({ transactions, receiptOf }: TableProperties) {
  return (
    <div class="scroll">
      <table class="list">
        <thead>
          <tr>
            <th scope="col">#</th>
            <th scope="col">Hash</th>
            <th scope="col">Status</th>
            <th scope="col">Call</th>
            <th scope="col">From</th>
            <th scope="col">To</th>
            <th scope="col" class="number">
              Value
            </th>
            <th scope="col" class="number">
              Gas
            </th>
          </tr>
        </thead>
        <tbody>
          {transactions.map((transaction) => (
            <TransactionRow
              key={transaction.hash}
              transaction={transaction}
              receipt={receiptOf(transaction.hash)}
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
}

function TransactionRow({ transaction, receipt }: RowProperties) {
  const { hash, from, to, value, transactionIndex } = transaction
  const index = quantityOf(transactionIndex)
  const created = receipt?.contractAddress
  return (
    <tr>
      <td>{index === undefined ? '' : separated(index)}</td>
      <td>
        <TransactionLink hash={hash} />
      </td>
      <td>
        <Status receipt={receipt} isPending={transaction.blockHash === null} />
      </td>
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
      <td class="number">{receipt === undefined ? '' : separated(BigInt(receipt.gasUsed))}</td>
    </tr>
  )
}
