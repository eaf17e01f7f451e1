const { ommerTest } = require('ommer/jest')
const { defineSuite } = require('./suite/suite.cjs')

const withOmmer = ommerTest()
defineSuite(describe, (name, run) => test(name, withOmmer(run)))
