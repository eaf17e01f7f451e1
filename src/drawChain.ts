import type { Chain } from './chain/chain.ts'
import { chainProblem } from './chain/chainProblem.ts'
import { Overlay } from './chain/private/overlay.ts'
import { type DrawOptions, DrawOptionsError } from './endpoint/drawing/drawOptions.ts'
import { drawView } from './endpoint/drawing/drawView.ts'
import { HeadView } from './endpoint/headView.ts'
import { viewOf } from './server/endpointHandle.ts'
import type { ServedEndpoint } from './server/servedEndpoint.ts'

/**
 * Draws the blocks of a chain, or of an endpoint in this process, with all their branches and uncles: a still picture for
 * a README or a failing test, which follows the reader's choice of a light or dark scheme. The same blocks give the same
 * picture.
 *
 * @returns an SVG file
 * @throws {DrawOptionsError} if an option is invalid
 *
 * @example
 * await server.reorg({ depth: 2 })
 * await writeFile('reorg.svg', drawChain(server, { title: 'A reorg of two blocks' }))
 */
export function drawChain(source: Chain | ServedEndpoint, options: DrawOptions = {}): string {
  const served = viewOf(source)
  if (served !== undefined) return drawView(served, options)
  const problem = chainProblem(source)
  if (problem !== undefined) throw new DrawOptionsError('chain', problem)
  return drawView(new HeadView('', new Overlay(source as Chain)), options)
}
