import type { FastifyInstance } from 'fastify'

/**
 * While the server closes, an answer is the last one of its connection. Node ends the connections that are idle when
 * closing begins, but would keep one that was busy then until its client leaves or the keep-alive time is over.
 */
export function endConnectionsWithAnswers(app: FastifyInstance): void {
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
  })
  app.addHook('onSend', async (_request, reply) => {
    if (isClosing) reply.header('connection', 'close')
  })
}
