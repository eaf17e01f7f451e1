// Command chainmaker builds a chain on a genesis.json with go-ethereum's own chain maker.
//
//	chainmaker DIR LENGTH
//
// It reads DIR/genesis.json, writes DIR/chain.rlp, and writes the genesis back with the chain's terminal total difficulty.
// Blocks from mergeNetsplitBlock on are under proof of stake. Each block has a transfer and a transaction that emits a
// log, and from Shanghai on a withdrawal.
package main

import (
	"encoding/json"
	"fmt"
	"math/big"
	"os"
	"path/filepath"
	"strconv"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/consensus/beacon"
	"github.com/ethereum/go-ethereum/consensus/ethash"
	"github.com/ethereum/go-ethereum/core"
	"github.com/ethereum/go-ethereum/core/rawdb"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/ethereum/go-ethereum/params"
	"github.com/ethereum/go-ethereum/rlp"
	"github.com/ethereum/go-ethereum/triedb"
)

var (
	// These keys are public: they are the hashes of two words.
	sender, _ = crypto.ToECDSA(crypto.Keccak256([]byte("sender")))
	logger    = common.HexToAddress("0x00000000000000000000000000000000000106e5")
	wei, _    = new(big.Int).SetString("1000000000000000000000000", 10)
)

func main() {
	if len(os.Args) != 3 {
		fail(fmt.Errorf("usage: chainmaker DIR LENGTH"))
	}
	length, err := strconv.Atoi(os.Args[2])
	fail(err)
	genesisFile := filepath.Join(os.Args[1], "genesis.json")
	text, err := os.ReadFile(genesisFile)
	fail(err)
	genesis := new(core.Genesis)
	fail(json.Unmarshal(text, genesis))
	genesis.Alloc = accounts()

	db := rawdb.NewMemoryDatabase()
	tries := triedb.NewDatabase(db, triedb.HashDefaults)
	first := genesis.MustCommit(db, tries)
	chain, _ := core.GenerateChain(genesis.Config, first, beacon.New(ethash.NewFaker()), db, length, func(_ int, block *core.BlockGen) {
		if isMerged(genesis.Config, block.Number()) {
			block.SetPoS()
		}
		fill(genesis.Config, block)
	})

	total := new(big.Int).Set(genesis.Difficulty)
	file, err := os.Create(filepath.Join(os.Args[1], "chain.rlp"))
	fail(err)
	for _, block := range chain {
		fail(rlp.Encode(file, block))
		total.Add(total, block.Difficulty())
	}
	fail(file.Close())
	genesis.Config.TerminalTotalDifficulty = total
	text, err = json.MarshalIndent(genesis, "", "  ")
	fail(err)
	fail(os.WriteFile(genesisFile, append(text, '\n'), 0o644))
}

func isMerged(config *params.ChainConfig, number *big.Int) bool {
	return config.MergeNetsplitBlock != nil && config.MergeNetsplitBlock.Cmp(number) <= 0
}

// accounts are those of genesis: a sender, a logger, and the system contracts of the forks.
func accounts() types.GenesisAlloc {
	// Logs the word at offset 0 under the topic 1: PUSH1 1 PUSH1 32 PUSH1 0 LOG1.
	code := []byte{0x60, 1, 0x60, 32, 0x60, 0, 0xa1}
	return types.GenesisAlloc{
		crypto.PubkeyToAddress(sender.PublicKey): {Balance: wei},
		logger:                                   {Balance: new(big.Int), Code: code},
		params.BeaconRootsAddress:                {Balance: new(big.Int), Nonce: 1, Code: params.BeaconRootsCode},
		params.HistoryStorageAddress:             {Balance: new(big.Int), Nonce: 1, Code: params.HistoryStorageCode},
		params.WithdrawalQueueAddress:            {Balance: new(big.Int), Nonce: 1, Code: params.WithdrawalQueueCode},
		params.ConsolidationQueueAddress:         {Balance: new(big.Int), Nonce: 1, Code: params.ConsolidationQueueCode},
		params.BuilderDepositAddress:             {Balance: new(big.Int), Nonce: 1, Code: params.BuilderDepositCode},
		params.BuilderExitAddress:                {Balance: new(big.Int), Nonce: 1, Code: params.BuilderExitCode},
	}
}

// fill adds transactions of the newest type that the block's fork supports, and withdrawals.
func fill(config *params.ChainConfig, block *core.BlockGen) {
	from := crypto.PubkeyToAddress(sender.PublicKey)
	gas := uint64(60000)
	if config.IsAmsterdam(block.Number(), block.Timestamp()) {
		// A transfer that creates its recipient takes 204,600.
		gas = 300000
	}
	for _, to := range []common.Address{{19: 0xaa}, logger} {
		var data types.TxData
		price := big.NewInt(10 * params.GWei)
		nonce, chainID := block.TxNonce(from), config.ChainID
		switch {
		case config.IsLondon(block.Number()):
			data = &types.DynamicFeeTx{ChainID: chainID, Nonce: nonce, GasTipCap: big.NewInt(1), GasFeeCap: price, Gas: gas, To: &to, Value: common.Big1}
		case config.IsBerlin(block.Number()):
			data = &types.AccessListTx{ChainID: chainID, Nonce: nonce, GasPrice: price, Gas: gas, To: &to, Value: common.Big1}
		default:
			data = &types.LegacyTx{Nonce: nonce, GasPrice: price, Gas: gas, To: &to, Value: common.Big1}
		}
		block.AddTx(types.MustSignNewTx(sender, block.Signer(), data))
	}
	if config.IsShanghai(block.Number(), block.Timestamp()) {
		block.AddWithdrawal(&types.Withdrawal{Validator: 7, Address: common.Address{19: 0xbb}, Amount: 1})
	}
}

func fail(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
