import { separated } from '../decode/units.ts'
import { useSession } from '../sessionContext.ts'
import { Calls } from './calls.tsx'
import {
  AddressLink,
  Amount,
  BlockLink,
  Bytes,
  Fact,
  GasUse,
  Hash,
  Section,
  Time,
  Waiting,
} from './components.tsx'
import { DecodedItem } from './decoded.tsx'
import { typeFork, typeName } from './forkOf.ts'
import { type LoadedTransaction, loadTransaction } from './loadTransaction.ts'
import { Logs } from './logs.tsx'
import { useNames } from './nameBook.ts'
import { Raw } from './rawJson.tsx'
import { AccessList, Authorizations, Blobs, Fees, Signature } from './transactionParts.tsx'
import { useLoaded } from './useLoaded.ts'
import type { ViewProperties } from './viewProperties.ts'

/** A transaction, with its receipt. */
export function TransactionView({ route }: ViewProperties) {
  const session = useSession()
  const hash = route.view === 'transaction' ? route.hash : ''
  const { value, error } = useLoaded(
    async () => ({ loaded: await loadTransaction(session, hash) }),
    ['transaction', hash],
  )
  if (error !== undefined) return <Waiting what="Transaction" error={error} />
  if (value === undefined) return <Waiting what="Transaction" />
  if (value.loaded === undefined) return <Missing hash={hash} />
  return <LoadedView loaded={value.loaded} />
}

function Missing({ hash }: { readonly hash: string }) {
  const isCore = useSession().permissions.value?.methods === 'core'
  return (
    <section class="page">
      <h1>No such transaction</h1>
      <p>
        No block of the chain has <code class="break">{hash}</code>, and it is not pending. A reorg
        may have removed it.
        {isCore && ' With the five methods alone, only the newest 64 blocks are searched.'}
      </p>
    </section>
  )
}

function LoadedView({ loaded }: { readonly loaded: LoadedTransaction }) {
  const { transaction, receipt, call, state } = loaded
  const isCore = useSession().permissions.value?.methods === 'core'
  const calls = [call]
  if (receipt !== undefined && !isCore) {
    calls.push({ method: 'eth_getTransactionReceipt', params: [transaction.hash] })
  }
  return (
    <section class="page">
      <header class="page-header">
        <h1>Transaction</h1>
        <StateBadge loaded={loaded} />
      </header>
      <StateNote loaded={loaded} />
      <Section title="Overview">
        <Overview loaded={loaded} />
      </Section>
      <Input loaded={loaded} />
      {receipt !== undefined && (
        <Logs logs={receipt.logs} empty="This transaction has written no logs." />
      )}
      {state === 'mined' && !isCore && (
        <Calls
          key={transaction.hash}
          hash={transaction.hash}
          isFailed={receipt?.status === '0x0'}
        />
      )}
      <Section title="Fees and gas">
        <Fees loaded={loaded} />
      </Section>
      <Blobs transaction={transaction} receipt={receipt} />
      <Authorizations transaction={transaction} />
      <AccessList transaction={transaction} />
      <Signature transaction={transaction} />
      <Raw calls={calls} />
    </section>
  )
}

function StateBadge({ loaded: { state, receipt } }: { readonly loaded: LoadedTransaction }) {
  if (state === 'pending') return <span class="kind kind-pending">pending</span>
  if (state !== 'mined') return <span class="kind kind-side">{state}</span>
  if (receipt?.status === undefined) return <span class="kind">mined</span>
  return receipt.status === '0x1' ? (
    <span class="kind kind-good">succeeded</span>
  ) : (
    <span class="kind kind-bad">failed</span>
  )
}

function StateNote({ loaded }: { readonly loaded: LoadedTransaction }) {
  const { state, transaction } = loaded
  if (state === 'mined') return null
  if (state === 'pending') {
    return <p class="note">No block includes this transaction yet. It waits in the pool.</p>
  }
  if (state === 'dropped') {
    return (
      <p class="note note-side">
        The endpoint does not know this transaction any more: it was dropped or replaced while it
        was pending.
      </p>
    )
  }
  return (
    <p class="note note-side">
      The chain of the head does not have this transaction any more. A block that was removed had
      it: {transaction.blockHash !== null && <BlockLink block={transaction.blockHash} />}.
    </p>
  )
}

function Overview({ loaded }: { readonly loaded: LoadedTransaction }) {
  const { transaction, receipt, block } = loaded
  const created = receipt?.contractAddress
  return (
    <dl class="facts">
      <Fact name="Hash">
        <Hash value={transaction.hash} what="hash" />
      </Fact>
      {transaction.blockHash !== null && (
        <Fact name="Block">
          <BlockLink block={transaction.blockHash}>
            {separated(BigInt(transaction.blockNumber ?? 0))}
          </BlockLink>
          , index {separated(BigInt(transaction.transactionIndex ?? 0))}
        </Fact>
      )}
      {block !== undefined && (
        <Fact name="Time">
          <Time seconds={block.timestamp} />
        </Fact>
      )}
      <Fact name="From">
        <AddressLink address={transaction.from} isLong />
      </Fact>
      {transaction.to !== null && (
        <Fact name="To">
          <AddressLink address={transaction.to} isLong />
        </Fact>
      )}
      {created && (
        <Fact name="Created">
          <AddressLink address={created} isLong />
        </Fact>
      )}
      <Fact name="Value">
        <Amount wei={BigInt(transaction.value)} />
      </Fact>
      <Fact name="Type">
        {typeName(transaction.type)} <span class="muted">since {typeFork(transaction.type)}</span>
      </Fact>
      <Fact name="Nonce">{separated(BigInt(transaction.nonce))}</Fact>
      {receipt !== undefined && (
        <Fact name="Gas used">
          <GasUse used={receipt.gasUsed} limit={transaction.gas} />
        </Fact>
      )}
      {receipt?.root !== undefined && (
        <Fact name="State root after it">
          <Hash value={receipt.root} what="state root" />
        </Fact>
      )}
    </dl>
  )
}

function Input({ loaded: { transaction } }: { readonly loaded: LoadedTransaction }) {
  const names = useNames()
  const { to, input } = transaction
  if (input === '0x') return null
  const decoded = to === null ? undefined : names.call(to, input)
  return (
    <Section title={to === null ? 'Creation code' : 'Call'}>
      {decoded !== undefined && <DecodedItem decoded={decoded} address={to ?? undefined} />}
      <details class="fold" open={decoded === undefined}>
        <summary>Input, {separated((input.length - 2) / 2)} bytes</summary>
        <Bytes hex={input} what="input" />
      </details>
    </Section>
  )
}
