// An indexer of blocks that is wrong after a reorg, for ommer hunt:
//
//     go build -o indexer-go indexer.go
//     npx ommer hunt --run './indexer-go {url} {dir}/rows' --rows 'cat {dir}/rows' --weights restart=0

package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"strconv"
	"time"
)

func call(url, method string, params ...any) (result json.RawMessage, err error) {
	body, _ := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": 1, "method": method, "params": params})
	response, err := http.Post(url, "application/json", bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	answer := struct{ Result json.RawMessage }{}
	err = json.NewDecoder(response.Body).Decode(&answer)
	return answer.Result, err
}

func main() {
	url, path := os.Args[1], os.Args[2]
	file, _ := os.OpenFile(path, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	for next := int64(0); ; time.Sleep(20 * time.Millisecond) {
		var number string
		if result, err := call(url, "eth_blockNumber"); err != nil || json.Unmarshal(result, &number) != nil {
			continue
		}
		head, _ := strconv.ParseInt(number, 0, 64)
		for ; next <= head; next++ {
			var block struct{ Hash string }
			result, err := call(url, "eth_getBlockByNumber", fmt.Sprintf("0x%x", next), false)
			if err != nil || json.Unmarshal(result, &block) != nil || block.Hash == "" {
				break
			}
			fmt.Fprintf(file, "{\"block_number\":%d,\"block_hash\":\"%s\"}\n", next, block.Hash)
		}
	}
}
