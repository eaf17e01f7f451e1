import { quantityOf, separated } from '../decode/units.ts'
import { AddressLink, Amount, Time, TransactionLink } from './components.tsx'
import type { AddressRow } from './loadAddress.ts'
import { CallName, feeOf, Status } from './transactionCells.tsx'

interface Properties {
  readonly address: string
  readonly rows: readonly AddressRow[]
}

/** The transactions from and to an address. */
export function AddressTransactions({ address, rows }: Properties) {
  return (
    <div class="scroll">
      <table class="list">
        <thead>
          <tr>
            <th scope="col">Block</th>
            <th scope="col">Time</th>
            <th scope="col">Hash</th>
            <th scope="col">Status</th>
            <th scope="col">Call</th>
            <th scope="col">Direction</th>
            <th scope="col">With</th>
            <th scope="col" class="number">
              Value
            </th>
            <th scope="col" class="number">
              Fee
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.transaction.hash} row={row} address={address.toLowerCase()} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Row({ row, address }: { readonly row: AddressRow; readonly address: string }) {
  const { transaction, receipt, timestamp } = row
  const { hash, from, to, value, blockNumber } = transaction
  const isOut = from === address
  const other = isOut ? (to ?? receipt?.contractAddress) : from
  const fee = feeOf(receipt)
  return (
    <tr>
      <td>{separated(quantityOf(blockNumber) ?? 0n)}</td>
      <td>
        <Time seconds={timestamp} />
      </td>
      <td>
        <TransactionLink hash={hash} />
      </td>
      <td>
        <Status receipt={receipt} isPending={false} />
      </td>
      <td>
        <CallName transaction={transaction} />
      </td>
      <td>
        <span class="kind">{directionOf(isOut, to === address)}</span>
      </td>
      <td>{other ? <AddressLink address={other} /> : <span class="muted">new contract</span>}</td>
      <td class="number">
        <Amount wei={BigInt(value)} />
      </td>
      <td class="number">{isOut && fee !== undefined && <Amount wei={fee} isShort />}</td>
    </tr>
  )
}

function directionOf(isOut: boolean, isIn: boolean): string {
  if (isOut) return isIn ? 'to itself' : 'out'
  return 'in'
}
