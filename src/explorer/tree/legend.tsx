import { signal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import type { TreeBlock } from '../../drawing/treeLayout.ts'
import { useSession } from '../sessionContext.ts'
import { remember, remembered } from '../store/remembered.ts'
import { Example } from './example.tsx'
import type { TreeState } from './treeState.ts'

const STORED = 'ommer-explorer-legend'

const isOpen = signal(remembered(STORED) !== 'closed')

interface LegendProperties {
  readonly state: TreeState
  readonly isMovable: boolean
}

/** Explains the drawing to someone who sees uncles and reorgs for the first time. */
export function Legend({ state, isMovable }: LegendProperties) {
  const isCore = useSession().permissions.value?.methods === 'core'
  return (
    <details
      class="panel legend"
      open={isOpen.value}
      onToggle={(event) => {
        isOpen.value = event.currentTarget.open
        remember(STORED, isOpen.value ? '' : 'closed')
      }}
    >
      <summary>
        <h2>How to read this</h2>
      </summary>
      <ul>
        <Entry name="Canonical block" glyph={<rect class="key-canonical" {...BOX} rx={4} />}>
          Each block names its parent, so from the <b>head</b> one chain leads back to the first
          block. That chain is what clients read.
        </Entry>
        <Entry name="Uncle" glyph={<UncleGlyph />}>
          Two miners found a block at the same time, and this one lost. A later block{' '}
          <b>includes</b> it by its hash (dotted line), so its miner is still paid. Its transactions
          do not count. {!isCore && <Example state={state} what="an uncle" isExample={isUncle} />}
        </Entry>
        <Entry name="Side branch" glyph={<rect class="key-side" {...BOX} rx={4} />}>
          Valid blocks that the head does not lead back to.{' '}
          {!isCore && <Example state={state} what="a side branch" isExample={isSide} />}
        </Entry>
        <Entry name="Reorg" glyph={<ReorgGlyph />}>
          The head moves to another branch: blocks <b>leave</b> the canonical chain, others{' '}
          <b>join</b> it. A client must undo what it took from those that left.
        </Entry>
        <Entry name="Flags" glyph={<FlagGlyph />}>
          The <b>head</b> is the newest block that clients read. Up to <b>safe</b> a reorg is
          unlikely, and up to <b>finalized</b> a real network makes none.
        </Entry>
        {!isCore && (
          <Entry name="Pending" glyph={<rect class="key-pending" {...BOX} rx={4} />}>
            The block that would be mined next.
          </Entry>
        )}
        {!isCore && (
          <Entry name="London, Paris and others" glyph={<path class="key-line" d="M22 3V29" />}>
            From this block on, the rules of the named fork apply. Since Paris there are no uncles.
          </Entry>
        )}
      </ul>
      <TryIt isMovable={isMovable} isCore={isCore} />
      <Keys isMovable={isMovable} />
    </details>
  )
}

function isUncle({ isCanonical, isUncle }: TreeBlock): boolean {
  return isUncle && !isCanonical
}

function isSide({ isCanonical, isUncle }: TreeBlock): boolean {
  return !isUncle && !isCanonical
}

interface TryItProperties {
  readonly isMovable: boolean
  readonly isCore: boolean
}

function TryIt({ isMovable, isCore }: TryItProperties) {
  if (isMovable) {
    return (
      <p class="hint">
        Make a reorg: drag the <b>head</b> flag onto another block, or choose a block and press{' '}
        <kbd>M</kbd>.
      </p>
    )
  }
  if (isCore) return null
  return (
    <p class="hint">
      To move the head from here, start the server with <code>--dev</code>.
    </p>
  )
}

const BOX = { x: 5, y: 6, width: 34, height: 20 }

interface EntryProperties {
  readonly name: string
  readonly glyph: ComponentChildren
  readonly children: ComponentChildren
}

function Entry({ name, glyph, children }: EntryProperties) {
  return (
    <li>
      <svg class="glyph" viewBox="0 0 44 32" width="44" height="32" aria-hidden="true">
        {glyph}
      </svg>
      <div>
        <h3>{name}</h3>
        <p>{children}</p>
      </div>
    </li>
  )
}

function UncleGlyph() {
  return (
    <>
      <rect class="key-uncle" x={3} y={2} width={24} height={13} rx={6.5} />
      <path class="key-include" d="M27 8.5C35 8.5 37 12 37 18" />
      <rect class="key-canonical" x={28} y={19} width={15} height={11} rx={3} />
    </>
  )
}

function FlagGlyph() {
  return (
    <>
      <path class="key-pole" d="M10 4V29" />
      <path class="key-flag" d="M10 4H36L32 10.5L36 17H10Z" />
    </>
  )
}

function ReorgGlyph() {
  return (
    <>
      <path class="key-line" d="M10 8H24M10 8C17 8 15 24 24 24" />
      <rect class="key-canonical" x={2} y={3} width={10} height={10} rx={3} />
      <rect class="key-side" x={23} y={3} width={10} height={10} rx={3} />
      <rect class="key-canonical" x={23} y={19} width={10} height={10} rx={3} />
      <path class="key-arrow" d="M38 6C43 12 43 19 38 24M38 24l4.5-1M38 24l.5-4.5" />
    </>
  )
}

function Keys({ isMovable }: { readonly isMovable: boolean }) {
  return (
    <details class="keys">
      <summary>Keys</summary>
      <p id="tree-keys">
        Arrow keys go along the chain and between branches, <kbd>Enter</kbd> opens a block,{' '}
        <kbd>U</kbd> goes between an uncle and the block that includes it. <kbd>Home</kbd> goes to
        the first block, <kbd>End</kbd> to the head, <kbd>Page Up</kbd> and <kbd>Page Down</kbd> go
        further. <kbd>+</kbd> and <kbd>−</kbd> zoom.
        {isMovable && (
          <>
            {' '}
            <kbd>M</kbd> moves the head to the selected block.
          </>
        )}
      </p>
    </details>
  )
}
