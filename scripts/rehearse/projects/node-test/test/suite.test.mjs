import { describe, test } from 'node:test'
import { ommerTest } from 'ommer/node-test'
import { chain, defineSuite } from '../suite/suite.cjs'

const withOmmer = ommerTest({ chain })
defineSuite(describe, (name, run) => test(name, withOmmer(run)))
