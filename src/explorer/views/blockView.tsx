import { quantityOf, separated } from '../decode/units.ts'
import { hrefOf } from '../routes.ts'
import { useSession } from '../sessionContext.ts'
import { BlockAccessList } from './blockAccessList.tsx'
import { HeaderFields, Uncles, Withdrawals } from './blockParts.tsx'
import { BlockTransactions } from './blockTransactions.tsx'
import {
  AddressLink,
  Amount,
  BlockLink,
  Bytes,
  Fact,
  GasPrice,
  GasUse,
  Hash,
  Section,
  Time,
  Waiting,
} from './components.tsx'
import { type BlockState, type LoadedBlock, loadBlock, loadRewards } from './loadBlock.ts'
import { Raw } from './rawJson.tsx'
import { useLoaded } from './useLoaded.ts'
import type { ViewProperties } from './viewProperties.ts'

/** A block of any branch. */
export function BlockView({ route }: ViewProperties) {
  const session = useSession()
  const name = route.view === 'block' ? route.block : ''
  const { value, error } = useLoaded(
    async () => ({ loaded: await loadBlock(session, name) }),
    ['block', name],
  )
  const title = name.length === 66 ? 'Block' : `Block ${name}`
  if (error !== undefined) return <Waiting what={title} error={error} />
  if (value === undefined) return <Waiting what={title} />
  if (value.loaded === undefined) return <Missing name={name} />
  return <LoadedView loaded={value.loaded} />
}

function Missing({ name }: { readonly name: string }) {
  const head = useSession().head.value?.number
  return (
    <section class="page">
      <h1>No such block</h1>
      <p>
        {name.length === 66 ? (
          <>
            No branch of this endpoint has a block with the hash <code class="break">{name}</code>.
          </>
        ) : (
          <>
            There is no block {separated(name)} yet. The head is{' '}
            {head === undefined ? 'unknown' : <BlockLink block={head} />}.
          </>
        )}
      </p>
    </section>
  )
}

function LoadedView({ loaded }: { readonly loaded: LoadedBlock }) {
  const { block, state, call, receipts } = loaded
  const calls = [call]
  if (receipts !== undefined) {
    calls.push({ method: 'eth_getBlockReceipts', params: [call.params[0]] })
  }
  if (block.blockAccessListHash !== undefined && state !== 'pending') {
    calls.push({ method: 'eth_getBlockAccessList', params: [block.hash] })
  }
  return (
    <section class="page">
      <Title loaded={loaded} />
      <StateNote loaded={loaded} />
      <Section title="Overview">
        <Overview loaded={loaded} />
      </Section>
      <BlockTransactions block={block} receipts={receipts} />
      <Uncles loaded={loaded} />
      {block.withdrawals !== undefined && <Withdrawals withdrawals={block.withdrawals} />}
      <BlockAccessList block={block} />
      <HeaderFields block={block} />
      {state !== 'pending' || call !== undefined ? <Raw calls={calls} /> : null}
    </section>
  )
}

const STATES: Readonly<Record<BlockState, readonly [kind: string, text: string]>> = {
  canonical: ['canonical', 'canonical'],
  uncle: ['uncle', 'uncle'],
  removed: ['side', 'not on the chain'],
  pending: ['pending', 'pending'],
}

function Title({ loaded: { block, state } }: { readonly loaded: LoadedBlock }) {
  const { head, safe, finalized } = useSession()
  // Some dialects number the pending block.
  const number = state === 'pending' ? undefined : quantityOf(block.number)
  const [kind, text] = STATES[state]
  const tags = Object.entries({ head: head.value, safe: safe.value, finalized: finalized.value })
  const isCanonical = state === 'canonical'
  return (
    <header class="page-header">
      <h1>{number === undefined ? 'Pending block' : `Block ${separated(number)}`}</h1>
      <span class={`kind kind-${kind}`}>{text}</span>
      {tags.map(
        ([tag, position]) =>
          position?.hash === block.hash &&
          block.hash !== null && (
            <span key={tag} class="kind kind-tag">
              {tag}
            </span>
          ),
      )}
      {number !== undefined && (
        <nav class="steps" aria-label="Blocks beside it">
          {number > 0n && (
            <BlockLink block={isCanonical ? String(number - 1n) : block.parentHash}>
              ← {isCanonical ? separated(number - 1n) : 'parent'}
            </BlockLink>
          )}
          {isCanonical && Number(number) < (head.value?.number ?? 0) && (
            <BlockLink block={String(number + 1n)}>{separated(number + 1n)} →</BlockLink>
          )}
          <a href={hrefOf({ view: 'tree', at: Number(number) })}>Show in the chain</a>
        </nav>
      )}
    </header>
  )
}

/** What it means that a block is not canonical. */
function StateNote({ loaded }: { readonly loaded: LoadedBlock }) {
  const { block, state, canonical, includedBy } = loaded
  if (state === 'canonical') return null
  if (state === 'pending') {
    return (
      <p class="note">
        This block would be mined next, on <BlockLink block={block.parentHash} />. It changes with
        each transaction that is sent.
      </p>
    )
  }
  const rival = canonical?.hash && (
    <>
      {' '}
      The chain has{' '}
      <BlockLink block={canonical.hash}>
        another block {separated(BigInt(canonical.number ?? 0))}
      </BlockLink>{' '}
      in its place.
    </>
  )
  if (state === 'uncle' && includedBy !== undefined) {
    const depth = BigInt(includedBy.number ?? 0) - BigInt(block.number ?? 0)
    return (
      <p class="note note-uncle">
        An uncle: this block lost against another one, but{' '}
        <BlockLink block={includedBy.hash ?? ''}>
          block {separated(BigInt(includedBy.number ?? 0))}
        </BlockLink>{' '}
        includes its header, {separated(depth)} {depth === 1n ? 'block' : 'blocks'} above it, so
        that its miner gets a part of the reward. Its transactions do not count.{rival}
      </p>
    )
  }
  return (
    <p class="note note-side">
      This block is on another branch than the head, so its transactions do not count.{rival}
    </p>
  )
}

function Overview({ loaded }: { readonly loaded: LoadedBlock }) {
  const { block, fork } = loaded
  const text = block.extraData
  return (
    <dl class="facts">
      {block.hash !== null && (
        <Fact name="Hash">
          <Hash value={block.hash} what="hash" />
        </Fact>
      )}
      <Fact name="Parent">
        <BlockLink block={block.parentHash}>
          <span class="mono break">{block.parentHash}</span>
        </BlockLink>
      </Fact>
      <Fact name="Time">
        <Time seconds={block.timestamp} />
      </Fact>
      <Fact name="Fork">{fork}</Fact>
      {block.miner !== null && (
        <Fact name={BigInt(block.difficulty) > 0n ? 'Miner' : 'Fee recipient'}>
          <AddressLink address={block.miner} isLong />
        </Fact>
      )}
      <Fact name="Gas used">
        <GasUse used={block.gasUsed} limit={block.gasLimit} />
      </Fact>
      <ReceiptsGas loaded={loaded} />
      {block.baseFeePerGas !== undefined && (
        <>
          <Fact name="Base fee">
            <GasPrice wei={block.baseFeePerGas} />
          </Fact>
          <Fact name="Burned">
            <Amount wei={BigInt(block.baseFeePerGas) * BigInt(block.gasUsed)} />
          </Fact>
        </>
      )}
      <RewardFacts loaded={loaded} />
      {block.blobGasUsed !== undefined && (
        <Fact name="Blobs">
          {separated(BigInt(block.blobGasUsed) / 131_072n)}{' '}
          <span class="muted">
            (blob gas {separated(BigInt(block.blobGasUsed))}, excess{' '}
            {separated(BigInt(block.excessBlobGas ?? 0))})
          </span>
        </Fact>
      )}
      <Fact name="Size">{separated(BigInt(block.size))} bytes</Fact>
      <Fact name="Extra data">
        <Bytes hex={text} what="extra data" />
      </Fact>
    </dl>
  )
}

/** From Amsterdam on, a block's gas is not the sum of its receipts, which is what its senders pay for (EIP-7778). */
function ReceiptsGas({ loaded: { block, receipts } }: { readonly loaded: LoadedBlock }) {
  if (block.blockAccessListHash === undefined || receipts === undefined) return null
  const sum = receipts.reduce((gas, { gasUsed }) => gas + BigInt(gasUsed), 0n)
  return <Fact name="Gas of receipts">{separated(sum)}</Fact>
}

/** Before the merge, miners get rewards, which only a trace of the block says. */
function RewardFacts({ loaded }: { readonly loaded: LoadedBlock }) {
  const session = useSession()
  const { block, state } = loaded
  const isCore = session.permissions.value?.methods === 'core'
  const isRewarded = BigInt(block.difficulty) > 0n && state === 'canonical' && !isCore
  const hasReward = isRewarded && quantityOf(block.number) !== 0n
  const { value } = useLoaded(
    async () => (hasReward ? await loadRewards(session, block) : undefined),
    ['rewards', block.hash ?? '', hasReward],
  )
  if (value === undefined) return null
  return (
    <Fact name="Block reward">
      <Amount wei={value.block} />
    </Fact>
  )
}
