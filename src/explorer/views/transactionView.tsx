import { separated } from '../decode/units.ts'
import { hrefOf } from '../routes.ts'
import { useSession } from '../sessionContext.ts'
import { Calls, FailureNote } from './calls.tsx'
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
  TransactionLink,
  Waiting,
} from './components.tsx'
import { DecodedItem } from './decoded.tsx'
import { typeFork, typeName } from './forkOf.ts'
import { type LoadedTransaction, loadTransaction } from './loadTransaction.ts'
import { Logs } from './logs.tsx'
import { useNames } from './nameBook.ts'
import { Raw } from './rawJson.tsx'
import { Printed, useReport } from './runReport.tsx'
import { AccessList, Authorizations, Blobs, Fees, Signature } from './transactionParts.tsx'
import { useLoaded } from './useLoaded.ts'
import { useTrace } from './useTrace.ts'
import type { ViewProperties } from './viewProperties.ts'

/** How many blocks beside the chain are named. */
const SIDE_BLOCKS_MAX = 5

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
  return <LoadedView key={hash} loaded={value.loaded} />
}

function Missing({ hash }: { readonly hash: string }) {
  const isCore = useSession().permissions.value?.methods === 'core'
  return (
    <section class="page">
      <h1>No such transaction</h1>
      <p>
        No block of this endpoint has <code class="break">{hash}</code>, on no branch, and it does
        not wait in the pool.
        {isCore && ' With the five methods alone, only the newest 64 blocks are searched.'}
      </p>
      {!isCore && (
        <p>
          It was dropped, undone with a snapshot, or never sent here.{' '}
          <a href={hrefOf({ view: 'requests' })}>See what clients have sent</a>
        </p>
      )}
    </section>
  )
}

function LoadedView({ loaded }: { readonly loaded: LoadedTransaction }) {
  const { transaction, receipt, call, state } = loaded
  const permissions = useSession().permissions.value
  const isCore = permissions?.methods === 'core'
  const isFailed = state === 'mined' && receipt?.status === '0x0'
  const trace = useTrace(transaction.hash, isFailed && !isCore)
  const isRun = state === 'mined' && (transaction.input !== '0x' || isFailed)
  const report = useReport(transaction.hash, isRun && permissions?.dev === true)
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
      {isFailed && !isCore && <FailureNote trace={trace} stack={report?.stack} />}
      <Section title="Overview">
        <Overview loaded={loaded} />
      </Section>
      <Input loaded={loaded} />
      {report !== undefined && <Printed lines={report.printed} />}
      {receipt !== undefined && (
        <Logs logs={receipt.logs} empty="This transaction has written no logs." />
      )}
      {state === 'mined' && !isCore && <Calls trace={trace} />}
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

/** What became of the transaction, unless it is simply in a block. */
function StateNote({ loaded }: { readonly loaded: LoadedTransaction }) {
  const { state, sideBlocks, transaction } = loaded
  const blocks =
    sideBlocks.length === 0 && state === 'removed' && transaction.blockHash !== null
      ? [{ hash: transaction.blockHash, number: Number(transaction.blockNumber) }]
      : sideBlocks
  const text = stateText(loaded)
  if (text === undefined && blocks.length === 0) return null
  return (
    <p class={state === 'mined' || state === 'pending' ? 'note' : 'note note-side'}>
      {text} {loaded.replacedBy !== undefined && <TransactionLink hash={loaded.replacedBy} />}
      {blocks.length > 0 && <SideBlocks blocks={blocks} />}
    </p>
  )
}

function stateText({ state }: LoadedTransaction): string | undefined {
  switch (state) {
    case 'mined':
      return undefined
    case 'pending':
      return 'No block of the chain includes this transaction yet. It waits in the pool.'
    case 'ahead':
      return 'The head has yet to come to the block that has this transaction.'
    case 'replaced':
      return 'Another transaction has its sender and nonce, so this chain can never include it:'
    case 'removed':
      return 'The chain of the head does not have this transaction, and it does not wait in the pool: it is mined only if someone sends it again.'
    default:
      return 'The endpoint does not know this transaction any more: it was dropped from the pool, or a restored snapshot has undone it. It is mined only if someone sends it again.'
  }
}

/** The blocks beside the chain that have the transaction: a reorg has removed them, or they never were canonical. */
function SideBlocks({
  blocks,
}: {
  readonly blocks: readonly { readonly number: number; readonly hash: string }[]
}) {
  const head = useSession().head.value?.number ?? 0
  const shown = blocks.slice(0, SIDE_BLOCKS_MAX)
  const [first] = blocks
  return (
    <>
      {' '}
      {blocks.length === 1 ? 'A block' : `${blocks.length} blocks`} beside the chain{' '}
      {blocks.length === 1 ? 'has' : 'have'} it:{' '}
      {shown.map(({ number, hash }, index) => (
        <span key={hash}>
          {index > 0 && ', '}
          {separated(number)} (<BlockLink block={hash} />)
        </span>
      ))}
      {blocks.length > shown.length && ' …'}.
      {blocks.length === 1 && first !== undefined && first.number <= head && (
        <>
          {' '}
          In its place the chain has <BlockLink block={first.number} />.
        </>
      )}
    </>
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
