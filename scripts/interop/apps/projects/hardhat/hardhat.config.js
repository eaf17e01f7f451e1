module.exports = {
  solidity: '0.8.28',
  defaultNetwork: 'ommer',
  networks: { ommer: { url: process.env.OMMER_URL } },
}
