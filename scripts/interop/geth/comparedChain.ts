import { join } from 'node:path'
import type { Chain } from '../../../src/chain/chain.ts'
import { createChain } from '../../../src/chain/createChain.ts'
import type { ChainSpec } from '../../../src/chain/spec/spec.ts'
import { exportChain } from '../../../src/exportChain.ts'
import { loadChain } from '../../../src/formats/loadChain.ts'
import { serve } from '../../../src/serve.ts'
import type { Server } from '../../../src/server/serve.ts'

/** How a chain that is compared is made. */
export interface NamedSpec {
  readonly name: string
  readonly spec: ChainSpec
  /** whether ommer loads it from its files instead of generating it */
  readonly isLoaded?: true
}

/** A chain that ommer serves, and its files for geth. */
export interface ComparedChain {
  readonly chain: Chain
  readonly server: Server
  /** the folder of genesis.json and chain.rlp */
  readonly files: string
}

/** Generates a chain with a side branch, exports it and serves it without limits. @param scratch a folder for its files */
export async function serveChain(
  { name, spec, isLoaded }: NamedSpec,
  scratch: string,
): Promise<ComparedChain> {
  const created = await createChain(spec)
  const { number } = created.tree.head
  if (number > 4) await created.extendBranch(number - 3, 'side', 2)
  const files = join(scratch, `chain-${name}`)
  await exportChain(created, files, { format: 'hive' })
  const chain = isLoaded ? await loadChain(files) : created
  const limits = { answerBytes: 1e9, requestBytes: 1e8, requestValues: 1e6 }
  // An EVM in JavaScript may need longer than geth's five seconds.
  const options = { dialect: 'geth', callTimeout: 60, limits } as const
  const server = await serve(chain, { port: 0, ...options })
  return { chain, server, files }
}
