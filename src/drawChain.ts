import type { Chain } from './chain/chain.ts'
import { treeSvg } from './drawing/treeSvg.ts'
import { type DrawOptions, drawOptions } from './drawOptions.ts'
import { HeadView } from './endpoint/headView.ts'
import { readTreeBlocks } from './endpoint/treeBlocks.ts'
import type { View } from './endpoint/view.ts'
import { readInput } from './primitives/input.ts'
import { InputError } from './primitives/inputError.ts'
import { viewOf } from './server/endpointHandle.ts'
import type { ServedEndpoint } from './server/servedEndpoint.ts'

/** As many numbers as a picture may have. */
const NUMBERS_MAX = 500

const NUMBERS_DEFAULT = 16

/** How far above the head a picture looks for blocks of other branches. */
const ABOVE_MAX = 64

/**
 * Draws a part of a chain as an SVG: the branch of the head, side branches, uncles with a line to the block that includes
 * them, and flags for head, safe and finalized. It fits light and dark pages.
 *
 * @param source a chain, or an endpoint, whose head and branches may be others
 * @throws {InputError} INVALID_OPTION
 *
 * @example
 * await server.reorg({ depth: 3 })
 * await writeFile('tree.svg', drawChain(server, { from: 20 }))
 */
export function drawChain(source: Chain | ServedEndpoint, options: DrawOptions = {}): string {
  const fail = (path: string, problem: string) => new InputError('INVALID_OPTION', path, problem)
  const given = readInput(drawOptions, options, 'options', fail)
  const view = 'spec' in source ? new HeadView('', source) : viewOf(source)
  const { head, chain } = view
  const to = given.to ?? highest(view)
  const from = given.from ?? Math.max(chain.tree.first.number, to - NUMBERS_DEFAULT + 1)
  if (from > to) throw fail('from', `${from} is greater than to, ${to}`)
  if (to - from >= NUMBERS_MAX)
    throw fail('from', `want at most ${NUMBERS_MAX} numbers up to ${to}`)
  const steps = readTreeBlocks(view, { from, to })
  let step = steps.next()
  while (!step.done) step = steps.next()
  const title = given.title ?? `Blocks ${from} to ${to}`
  const flags = {
    head: head.hash,
    safe: view.blockByTag('safe')?.hash ?? null,
    finalized: view.blockByTag('finalized')?.hash ?? null,
  }
  return treeSvg({ title, blocks: step.value.blocks, flags })
}

function highest({ head, chain }: View): number {
  let { number } = head
  while (number < head.number + ABOVE_MAX && chain.tree.blocksAt(number + 1).length > 0) number++
  return number
}
