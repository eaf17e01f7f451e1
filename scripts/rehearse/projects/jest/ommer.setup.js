const { ommerSetup } = require('ommer/jest')
const { chain } = require('./suite/suite.cjs')

module.exports = ommerSetup({ chain })
