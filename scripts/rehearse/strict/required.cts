import ommer = require('ommer')

import type { Block, Server } from 'ommer'
import type { TestEndpoint } from 'ommer/vitest'

// CommonJS cannot use the types of packages that are ES modules only. This file is compiled and never run.

export const all = ommer
export type All = [Block, Server, TestEndpoint]
