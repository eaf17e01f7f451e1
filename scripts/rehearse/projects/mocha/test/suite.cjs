const { ommerTest } = require('ommer/mocha')
const { defineSuite } = require('../suite/suite.cjs')

const withOmmer = ommerTest()
defineSuite(describe, (name, run) => it(name, withOmmer(run)))
