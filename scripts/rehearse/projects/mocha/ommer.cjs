const { ommerSetup } = require('ommer/mocha')
const { chain } = require('./suite/suite.cjs')

module.exports = ommerSetup({ chain })
