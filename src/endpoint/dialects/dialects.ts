import { anvil } from './anvil.ts'
import type { Dialect, DialectName } from './dialect.ts'
import { geth } from './geth.ts'
import { infura } from './infura.ts'

export const dialects: Readonly<Record<DialectName, Dialect>> = { infura, geth, anvil }

export const dialectNames = Object.keys(dialects) as readonly DialectName[]
