import type { PlacedBlock } from '../../drawing/treeLayout.ts'
import { hrefOf } from '../routes.ts'
import { useSession } from '../sessionContext.ts'
import { forkAt } from '../store/forks.ts'
import { counted, dateTime, grouped, shortHex } from '../store/format.ts'
import { explanationOf, kindText } from './blockText.ts'
import type { TreeState } from './treeState.ts'

interface InspectorProperties {
  readonly state: TreeState
  readonly isMovable: boolean
}

/** The selected block, beside the drawing. */
export function Inspector({ state, isMovable }: InspectorProperties) {
  const selected = state.selected.value
  if (selected === undefined) return null
  const { block } = selected
  const isHead = state.tree.latest.value?.head.hash === block.hash
  return (
    <section class="panel inspector" aria-label="Selected block">
      <header class="panel-header">
        <h2>
          Block {grouped(block.number)}
          <span class={`kind kind-${selected.kind}`}>{kindText(selected)}</span>
        </h2>
        <p class="mono muted break">{block.hash}</p>
      </header>
      <p>{explanationOf(selected)}</p>
      <Facts placed={selected} state={state} />
      <div class="panel-buttons">
        <a class="button primary" href={hrefOf({ view: 'block', block: block.hash })}>
          Open block
        </a>
        {isMovable && !isHead && (
          <button
            type="button"
            onClick={() => {
              state.moveTarget.value = block
            }}
          >
            Move head here…
          </button>
        )}
      </div>
    </section>
  )
}

function Facts({ placed, state }: { readonly placed: PlacedBlock; readonly state: TreeState }) {
  const { block } = placed
  const forks = useSession().permissions.value?.forks
  const used = block.gasLimit === 0 ? 0 : (100 * block.gasUsed) / block.gasLimit
  return (
    <dl class="facts">
      <dt>Time</dt>
      <dd>{dateTime(block.timestamp)}</dd>
      {forks !== undefined && forks.length > 0 && (
        <>
          <dt>Fork</dt>
          <dd>{forkAt(forks, block)}</dd>
        </>
      )}
      <dt>Transactions</dt>
      <dd>{grouped(block.transactions)}</dd>
      <dt>Gas</dt>
      <dd>
        {grouped(block.gasUsed)} <span class="muted">({used.toFixed(used < 10 ? 1 : 0)} %)</span>
      </dd>
      <dt>Miner</dt>
      <dd>
        <a class="mono" href={hrefOf({ view: 'address', address: block.miner })}>
          {shortHex(block.miner, 6)}
        </a>
      </dd>
      {block.branch !== null && (
        <>
          <dt>Branch</dt>
          <dd class="break">{block.branch}</dd>
        </>
      )}
      {block.irregular && (
        <>
          <dt>Irregular</dt>
          <dd>Its state was set by hand, or it has something else that the protocol forbids.</dd>
        </>
      )}
      <Relatives placed={placed} state={state} />
    </dl>
  )
}

function Relatives({ placed, state }: { readonly placed: PlacedBlock; readonly state: TreeState }) {
  const { uncles, includedBy } = placed.block
  return (
    <>
      {uncles.length > 0 && (
        <>
          <dt>Includes</dt>
          <dd>
            {counted(uncles.length, 'uncle')}: <BlockButtons hashes={uncles} state={state} />
          </dd>
        </>
      )}
      {includedBy !== null && (
        <>
          <dt>Included by</dt>
          <dd>
            <BlockButtons hashes={[includedBy]} state={state} />
          </dd>
        </>
      )}
    </>
  )
}

/** Links to blocks, which choose them in the drawing if they are in it. */
function BlockButtons(properties: {
  readonly hashes: readonly string[]
  readonly state: TreeState
}) {
  const { hashes, state } = properties
  return (
    <>
      {hashes.map((hash) => {
        const placed = state.layout.value.byHash.get(hash)
        const text = placed === undefined ? shortHex(hash, 4) : grouped(placed.block.number)
        return (
          <a
            key={hash}
            class="relative"
            href={hrefOf({ view: 'block', block: hash })}
            title={hash}
            onClick={(event) => {
              if (placed === undefined || event.metaKey || event.ctrlKey) return
              event.preventDefault()
              state.choose(placed)
            }}
          >
            {text}
          </a>
        )
      })}
    </>
  )
}
