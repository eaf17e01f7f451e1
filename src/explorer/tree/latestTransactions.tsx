import { separated } from '../decode/units.ts'
import { useSession } from '../sessionContext.ts'
import { AddressLink, Amount, BlockLink, TransactionLink } from '../views/components.tsx'
import { type LatestRow, loadLatest } from '../views/loadLatest.ts'
import { CallName, Status } from '../views/transactionCells.tsx'
import { useLoaded } from '../views/useLoaded.ts'

/** The newest transactions, beside the drawing. */
export function LatestTransactions() {
  const session = useSession()
  const waiting = session.pending.value?.transactions
  const { value } = useLoaded(
    async () => ({ rows: await loadLatest(session) }),
    ['latest', waiting],
  )
  if (value === undefined) return null
  return (
    <section class="panel latest" aria-label="Latest transactions">
      <h2>Latest transactions</h2>
      {value.rows.length === 0 ? (
        <p class="muted">The newest blocks have none.</p>
      ) : (
        <ul class="latest-list">
          {value.rows.map((row) => (
            <Row key={row.transaction.hash} row={row} />
          ))}
        </ul>
      )}
    </section>
  )
}

function Row({ row: { transaction, receipt, isPending } }: { readonly row: LatestRow }) {
  const { hash, from, to, value, blockNumber } = transaction
  const target = to ?? receipt?.contractAddress
  return (
    <li>
      <p class="latest-line">
        <TransactionLink hash={hash} /> <CallName transaction={transaction} />{' '}
        {BigInt(value) > 0n && <Amount wei={BigInt(value)} />}
      </p>
      <p class="latest-line muted">
        <AddressLink address={from} /> →{' '}
        {target ? <AddressLink address={target} /> : 'new contract'}
      </p>
      <p class="latest-line muted">
        <Status receipt={receipt} isPending={isPending} />
        {!isPending && blockNumber !== null && (
          <>
            {' '}
            in <BlockLink block={blockNumber}>block {separated(BigInt(blockNumber))}</BlockLink>
          </>
        )}
      </p>
    </li>
  )
}
