module.exports = require('ommer/jest').ommerTeardown
