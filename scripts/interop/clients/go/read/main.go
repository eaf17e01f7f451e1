// Reads a whole chain with go-ethereum's ethclient: read HTTP_URL WS_URL HEAD HEADS_TO_COME.
// It prints a line when it has subscribed, and one when it has read everything.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"math/big"
	"os"
	"strconv"
	"time"

	"github.com/ethereum/go-ethereum"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/ethclient"
	"github.com/ethereum/go-ethereum/rpc"
	"github.com/ethereum/go-ethereum/trie"
)

type report struct {
	Event        string         `json:"event"`
	Blocks       int            `json:"blocks"`
	Transactions int            `json:"transactions"`
	Uncles       int            `json:"uncles"`
	Logs         bool           `json:"logs"`
	Pending      bool           `json:"pending"`
	Heads        int            `json:"heads"`
	Failures     map[string]int `json:"failures"`
}

var chainID *big.Int

var ctx, _ = context.WithTimeout(context.Background(), 10*time.Minute)

func main() {
	head, _ := strconv.ParseInt(os.Args[3], 10, 64)
	headsToCome, _ := strconv.Atoi(os.Args[4])
	result := report{Event: "read", Failures: map[string]int{}}
	failed := func(err error) bool {
		if err != nil {
			result.Failures[err.Error()]++
		}
		return err != nil
	}
	client, err := ethclient.Dial(os.Args[1])
	if failed(err) {
		write(result)
		return
	}
	chainID, err = client.ChainID(ctx)
	failed(err)
	logCount := 0
	for number := int64(0); number <= head; number++ {
		block, receipts, err := readBlock(client, number)
		for _, receipt := range receipts {
			logCount += len(receipt.Logs)
		}
		if failed(err) {
			continue
		}
		result.Blocks++
		result.Transactions += len(block.Transactions())
		result.Uncles += len(block.Uncles())
	}
	logs, err := client.FilterLogs(ctx, ethereum.FilterQuery{FromBlock: big.NewInt(0), ToBlock: big.NewInt(head)})
	result.Logs = !failed(err) && len(logs) == logCount
	pending, err := client.BlockByNumber(ctx, big.NewInt(rpc.PendingBlockNumber.Int64()))
	result.Pending = !failed(err) && pending.Number().Int64() == head+1
	result.Heads, err = readHeads(os.Args[2], headsToCome)
	failed(err)
	write(result)
}

// readBlock reads a block with its receipts, and checks its contents against its hash.
func readBlock(client *ethclient.Client, number int64) (*types.Block, types.Receipts, error) {
	at := rpc.BlockNumberOrHashWithNumber(rpc.BlockNumber(number))
	receipts, err := client.BlockReceipts(ctx, at)
	if err != nil {
		return nil, nil, err
	}
	block, err := client.BlockByNumber(ctx, big.NewInt(number))
	if err != nil {
		return nil, receipts, err
	}
	hasher := trie.NewStackTrie(nil)
	// go-ethereum computes the hash of a block from the fields of its header.
	stated, err := client.HeaderByHash(ctx, block.Hash())
	if err != nil {
		return nil, receipts, fmt.Errorf("its hash names no block: %w", err)
	}
	if stated.Number.Int64() != number {
		return nil, receipts, fmt.Errorf("its hash names another block")
	}
	if root := types.DeriveSha(block.Transactions(), hasher); root != block.TxHash() {
		return nil, receipts, fmt.Errorf("transactionsRoot does not follow from the transactions")
	}
	hasher.Reset()
	if root := types.DeriveSha(types.Receipts(receipts), hasher); root != block.ReceiptHash() {
		return nil, receipts, fmt.Errorf("receiptsRoot does not follow from the receipts")
	}
	if types.CalcUncleHash(block.Uncles()) != block.UncleHash() {
		return nil, receipts, fmt.Errorf("sha3Uncles does not follow from the uncles")
	}
	if len(receipts) != len(block.Transactions()) {
		return nil, receipts, fmt.Errorf("there are not as many receipts as transactions")
	}
	for index, transaction := range block.Transactions() {
		if receipts[index].TxHash != transaction.Hash() {
			return nil, receipts, fmt.Errorf("a receipt is of another transaction")
		}
		stated, err := client.TransactionSender(ctx, transaction, block.Hash(), uint(index))
		if err != nil {
			return nil, receipts, err
		}
		signer, err := types.Sender(types.LatestSignerForChainID(chainID), transaction)
		if err != nil {
			return nil, receipts, err
		}
		if signer != stated {
			return nil, receipts, fmt.Errorf("a transaction was not signed by its sender")
		}
	}
	return block, receipts, nil
}

// readHeads subscribes and waits for a number of heads, each of which must be the child of the one before.
func readHeads(url string, count int) (int, error) {
	client, err := ethclient.Dial(url)
	if err != nil {
		return 0, err
	}
	defer client.Close()
	heads := make(chan *types.Header, count)
	subscription, err := client.SubscribeNewHead(ctx, heads)
	if err != nil {
		return 0, err
	}
	write(map[string]string{"event": "subscribed"})
	var last *types.Header
	for read := 0; read < count; read++ {
		select {
		case head := <-heads:
			if last != nil && head.ParentHash != last.Hash() {
				return read, fmt.Errorf("a head is not the child of the one before")
			}
			last = head
		case err := <-subscription.Err():
			return read, err
		case <-ctx.Done():
			return read, ctx.Err()
		}
	}
	return count, nil
}

func write(line any) {
	text, _ := json.Marshal(line)
	fmt.Println(string(text))
}
