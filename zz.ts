import net from 'node:net'
import { createServer } from './src/http/server.ts'
import { pino } from 'pino'
const app = createServer(pino({level:'error'}) as any, 'real')
app.server.headersTimeout = 3000; (app.server as any).requestTimeout = 4000
await app.listen({host:'127.0.0.1',port:0}); const port = (app.server.address() as any).port
for (const text of ['garbage\r\n\r\n', 'CONNECT a:1 HTTP/1.1\r\nHost: x\r\n\r\n', 'GET / HTTP/1.1\r\nHost: x\r\nExpect: x\r\n\r\n','GET /x HTTP/1.1\r\n\r\n']) {
  const s = net.connect({port, host:'127.0.0.1', allowHalfOpen: true}); s.on('error',e=>console.log(e.message)); s.on('end',()=>console.log('end')); s.on('data', d=>console.log(String(d).split('\r\n')[0])); s.write(text)
  for (const w of [500, 3000, 35000]) { await new Promise(r=>setTimeout(r,w)); app.server.getConnections((_,n)=>console.log(text.slice(0,8), w, n)) }
  await new Promise(r=>setTimeout(r,50)); s.destroy(); await new Promise(r=>setTimeout(r,50));
}
process.exit()
