/** What stands before every host of the provider: refusals in HTML, and the mark on answers that are made up. */

import { html, type Incoming, type Reply, type Route } from '../host.ts'
import { type ContractId, contracts } from './contracts.ts'

/** Any page of the provider's own site, in any language. */
const ownOrigin = /^https:\/\/([a-z]{2,3}\.|www\.)?tradingview\.com$/

/** Some hosts serve only pages of the provider's own site, and tell others so in HTML. */
export function refusal({ headers }: Pick<Incoming, 'headers'>): Reply | undefined {
  if (ownOrigin.test(headers.origin ?? '')) return undefined
  return forbidden
}

/** The site itself also wants to know what is asking. */
export function siteRefusal({ headers }: Pick<Incoming, 'headers'>): Reply | undefined {
  return (headers['user-agent'] ?? '') === '' ? forbidden : undefined
}

const forbidden = html(
  '<html>\r\n<head><title>403 Forbidden</title></head>\r\n<body>\r\n<center><h1>403 Forbidden</h1></center>\r\n<hr><center>nginx</center>\r\n</body>\r\n</html>\r\n',
  { status: 403 },
)

/** The route of a contract; answers nobody ever recorded carry `x-sandbox-made-up`. */
export function contractRoute(id: ContractId, answer: Route['answer']): Route {
  const contract = contracts[id]
  const [method = '', path = ''] = contract.route.split(' ')
  return {
    method,
    path,
    answer: contract.recorded ? answer : async (request) => madeUp(await answer(request)),
  }
}

export function madeUp(reply: Reply): Reply {
  return { ...reply, headers: { ...reply.headers, 'x-sandbox-made-up': 'true' } }
}
