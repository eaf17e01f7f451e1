import com.fasterxml.jackson.databind.ObjectMapper;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.web3j.protocol.Web3j;
import org.web3j.protocol.core.DefaultBlockParameter;
import org.web3j.protocol.core.DefaultBlockParameterName;
import org.web3j.protocol.core.Request;
import org.web3j.protocol.core.Response;
import org.web3j.protocol.core.methods.request.EthFilter;
import org.web3j.protocol.core.methods.response.EthBlock;
import org.web3j.protocol.core.methods.response.TransactionReceipt;
import org.web3j.protocol.http.HttpService;
import org.web3j.protocol.websocket.WebSocketService;

/**
 * Reads a whole chain with web3j: Read HTTP_URL WS_URL HEAD HEADS_TO_COME.
 * It prints a line when it has subscribed, and one when it has read everything.
 */
public class Read {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Map<String, Integer> failures = new TreeMap<>();
    private static Web3j web3j;
    private static int blocks, transactions, uncles, logCount, heads;

    public static void main(String[] args) throws Exception {
        long head = Long.parseLong(args[2]);
        web3j = Web3j.build(new HttpService(args[0]));
        String[] parent = {null};
        for (long number = 0; number <= head; number++) {
            long at = number;
            String hash = attempt(() -> readBlock(at, parent[0]));
            parent[0] = hash;
        }
        var range = new EthFilter(parameter(0), parameter(head), List.of());
        Integer logs = attempt(() -> ask(web3j.ethGetLogs(range)).getLogs().size());
        BigInteger pending = attempt(() ->
            ask(web3j.ethGetBlockByNumber(DefaultBlockParameterName.PENDING, true)).getBlock().getNumber());
        attempt(() -> readHeads(args[1], Integer.parseInt(args[3])));
        write(Map.of(
            "event", "read", "blocks", blocks, "transactions", transactions, "uncles", uncles,
            "logs", logs != null && logs == logCount,
            "pending", pending != null && pending.longValue() == head + 1,
            "heads", heads, "failures", failures));
        System.exit(0);
    }

    private static String readBlock(long number, String parentHash) throws Exception {
        var block = ask(web3j.ethGetBlockByNumber(parameter(number), true)).getBlock();
        var receipts = ask(web3j.ethGetBlockReceipts(parameter(number))).getBlockReceipts().orElseThrow();
        require(block.getNumber().longValue() == number, "another block was answered");
        require(parentHash == null || parentHash.equals(block.getParentHash()), "it is not the child of the one before");
        var byHash = ask(web3j.ethGetBlockByHash(block.getHash(), true)).getBlock();
        require(byHash.equals(block), "it is another by its hash");
        var included = block.getTransactions();
        require(receipts.size() == included.size(), "there are not as many receipts as transactions");
        for (int index = 0; index < included.size(); index++) {
            var transaction = (EthBlock.TransactionObject) included.get(index).get();
            TransactionReceipt receipt = receipts.get(index);
            require(transaction.getBlockHash().equals(block.getHash()), "a transaction is of another block");
            require(transaction.getTransactionIndex().intValue() == index, "a transaction is at another index");
            require(receipt.getTransactionHash().equals(transaction.getHash()), "a receipt is of another transaction");
            require(receipt.getGasUsed().compareTo(transaction.getGas()) <= 0, "a transaction used more gas than it had");
            require(transaction.getNonce().signum() >= 0 && transaction.getValue().signum() >= 0, "a quantity is negative");
            require(transaction.getGasPrice().signum() >= 0 && transaction.getR() != null, "a transaction is not whole");
            logCount += receipt.getLogs().size();
        }
        for (int index = 0; index < block.getUncles().size(); index++) {
            var uncle = ask(web3j.ethGetUncleByBlockNumberAndIndex(parameter(number), BigInteger.valueOf(index)));
            require(uncle.getBlock().getHash().equals(block.getUncles().get(index)), "an uncle has another hash");
        }
        blocks++;
        transactions += included.size();
        uncles += block.getUncles().size();
        return block.getHash();
    }

    /** Subscribes and waits for a number of heads, each of which must be the child of the one before. */
    private static Void readHeads(String url, int count) throws Exception {
        var socket = new WebSocketService(url, false);
        socket.connect();
        var left = new CountDownLatch(count);
        String[] last = {null};
        Throwable[] problem = {null};
        Web3j.build(socket).newHeadsNotifications().subscribe(notification -> {
            var head = notification.getParams().getResult();
            require(last[0] == null || head.getParentHash().equals(last[0]), "a head is not the child of the one before");
            last[0] = head.getHash();
            heads++;
            left.countDown();
        }, error -> {
            problem[0] = error;
            while (left.getCount() > 0) left.countDown();
        });
        // web3j does not report when it has subscribed. The server answers the requests of one connection in order.
        Web3j.build(socket).ethChainId().send();
        write(Map.of("event", "subscribed"));
        left.await(60, TimeUnit.SECONDS);
        require(problem[0] == null, String.valueOf(problem[0]));
        require(heads == count, "only " + heads + " heads came");
        return null;
    }

    private static <T extends Response<?>> T ask(Request<?, T> request) throws Exception {
        T response = request.send();
        require(!response.hasError(), response.hasError() ? response.getError().getMessage() : "");
        return response;
    }

    private static DefaultBlockParameter parameter(long number) {
        return DefaultBlockParameter.valueOf(BigInteger.valueOf(number));
    }

    private static void require(boolean isSo, String problem) {
        if (!isSo) throw new IllegalStateException(problem);
    }

    private static <T> T attempt(Callable<T> read) {
        try {
            return read.call();
        } catch (Exception error) {
            failures.merge(String.valueOf(error).lines().findFirst().orElse(""), 1, Integer::sum);
            return null;
        }
    }

    private static void write(Object line) throws Exception {
        System.out.println(JSON.writeValueAsString(line));
        System.out.flush();
    }
}
