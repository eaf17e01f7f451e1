import { useSignal } from '@preact/signals'
import { inUnit, separated } from '../decode/units.ts'
import { useSession } from '../sessionContext.ts'
import { counted } from '../store/format.ts'
import { AddressLink, Amount, BlockLink, Fact, Hash, Quantity, Section } from './components.tsx'
import { type LoadedBlock, loadRewards } from './loadBlock.ts'
import type { RpcBlock, RpcWithdrawal } from './rpcTypes.ts'
import { useLoaded } from './useLoaded.ts'

/** The uncles that a block includes, with how far below it they are and what their miners got. */
export function Uncles({ loaded }: { readonly loaded: LoadedBlock }) {
  const session = useSession()
  const { block, uncles, state } = loaded
  const isCore = session.permissions.value?.methods === 'core'
  const areKnown = uncles.length > 0 && state === 'canonical' && !isCore
  const { value: rewards } = useLoaded(
    async () => (areKnown ? await loadRewards(session, block) : undefined),
    ['uncles', block.hash ?? '', areKnown],
  )
  if (uncles.length === 0) return null
  return (
    <Section title="Uncles" note={counted(uncles.length, 'uncle')}>
      <div class="scroll">
        <table class="list">
          <thead>
            <tr>
              <th scope="col">Block</th>
              <th scope="col">Hash</th>
              <th scope="col">Depth</th>
              <th scope="col">Miner</th>
              <th scope="col">Reward</th>
            </tr>
          </thead>
          <tbody>
            {uncles.map((uncle, index) => (
              <UncleRow
                key={block.uncles[index]}
                hash={block.uncles[index] ?? ''}
                uncle={uncle}
                includer={block}
                reward={rewards?.uncles[index]}
              />
            ))}
          </tbody>
        </table>
      </div>
    </Section>
  )
}

interface UncleProperties {
  readonly hash: string
  readonly uncle: RpcBlock | null
  readonly includer: RpcBlock
  /** in wei; undefined if it is not known */
  readonly reward: bigint | undefined
}

function UncleRow({ hash, uncle, includer, reward }: UncleProperties) {
  if (uncle === null) {
    return (
      <tr>
        <td>?</td>
        <td>
          <BlockLink block={hash} />
        </td>
        <td colSpan={3} class="muted">
          not known to this endpoint
        </td>
      </tr>
    )
  }
  return (
    <tr>
      <td>{separated(BigInt(uncle.number ?? 0))}</td>
      <td>
        <BlockLink block={hash} />
      </td>
      <td>{separated(BigInt(includer.number ?? 0) - BigInt(uncle.number ?? 0))}</td>
      <td>{uncle.miner !== null && <AddressLink address={uncle.miner} />}</td>
      <td>{reward === undefined ? <span class="muted">unknown</span> : <Amount wei={reward} />}</td>
    </tr>
  )
}

/** How many rows of a table are added at once. */
const PAGE = 50

/** What the beacon chain paid out in a block. */
export function Withdrawals({ withdrawals }: { readonly withdrawals: readonly RpcWithdrawal[] }) {
  const shown = useSignal(PAGE)
  if (withdrawals.length === 0) return null
  return (
    <Section title="Withdrawals" note={counted(withdrawals.length, 'withdrawal')}>
      <div class="scroll">
        <table class="list">
          <thead>
            <tr>
              <th scope="col">Index</th>
              <th scope="col">Validator</th>
              <th scope="col">Address</th>
              <th scope="col">Amount</th>
            </tr>
          </thead>
          <tbody>
            {withdrawals.slice(0, shown.value).map(({ index, validatorIndex, address, amount }) => (
              <tr key={index}>
                <td>
                  <Quantity value={index} />
                </td>
                <td>
                  <Quantity value={validatorIndex} />
                </td>
                <td>
                  <AddressLink address={address} />
                </td>
                <td>{inUnit(BigInt(amount) * 10n ** 9n, 'ether')} ether</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <More shown={shown} total={withdrawals.length} />
    </Section>
  )
}

/** Adds rows to a table that would be too long at once. */
export function More({
  shown,
  total,
}: {
  readonly shown: { value: number }
  readonly total: number
}) {
  if (shown.value >= total) return null
  return (
    <p>
      <button
        type="button"
        onClick={() => {
          shown.value += PAGE
        }}
      >
        Show {Math.min(PAGE, total - shown.value)} more of {separated(total)}
      </button>
    </p>
  )
}

/** The fields of the header that few people look for. */
export function HeaderFields({ block }: { readonly block: RpcBlock }) {
  const roots = {
    'State root': block.stateRoot,
    'Transactions root': block.transactionsRoot,
    'Receipts root': block.receiptsRoot,
    'Hash of the uncles': block.sha3Uncles,
    'Withdrawals root': block.withdrawalsRoot,
    'Parent beacon root': block.parentBeaconBlockRoot,
    'Requests hash': block.requestsHash,
    'Access list hash': block.blockAccessListHash,
    [BigInt(block.difficulty) > 0n ? 'Mix hash' : 'Randomness']: block.mixHash,
    Nonce: block.nonce,
  }
  return (
    <details class="card fold">
      <summary>Header</summary>
      <dl class="facts">
        {Object.entries(roots).map(
          ([name, value]) =>
            value && (
              <Fact key={name} name={name}>
                <Hash value={value} what={name} />
              </Fact>
            ),
        )}
        <Fact name="Difficulty">
          <Quantity value={block.difficulty} />
        </Fact>
        {block.slotNumber && (
          <Fact name="Slot">
            <Quantity value={block.slotNumber} />
          </Fact>
        )}
        {block.totalDifficulty && (
          <Fact name="Total difficulty">
            <Quantity value={block.totalDifficulty} />
          </Fact>
        )}
        {block.logsBloom && (
          <Fact name="Logs bloom">
            <Hash value={block.logsBloom} what="logs bloom" />
          </Fact>
        )}
      </dl>
    </details>
  )
}
