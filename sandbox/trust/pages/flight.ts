/** A Next.js page with its data in flight rows, split into chunks at awkward positions. */

export function flightPage(title: string, footer: string, props: object): string {
  const summary = 'Données chiffrées au repos'
  const rows = [
    '1:"$Sreact.fragment"\n',
    '2:I[4711,["911","static/chunks/911.js"],"TrustPage"]\n',
    `a:T${Buffer.byteLength(summary).toString(16)},${summary}`,
    `b:${JSON.stringify(props)}\n`,
    '0:["$","$L2",null,{"summary":"$a","page":"$b","built":"$D2026-03-15T00:00:00.000Z","note":"$$5 fee"}]\n',
  ].join('')
  const chunks = rows.match(/[\s\S]{1,700}/gu) ?? []
  const scripts = chunks.map((chunk) => {
    const pushed = JSON.stringify([1, chunk]).replaceAll('<', '\\u003c')
    return `<script>self.__next_f.push(${pushed})</script>`
  })
  return `<!doctype html><html><head><title>${title}</title></head><body><main></main>
<script>(self.__next_f=self.__next_f||[]).push([0])</script>${scripts.join('')}<footer><span>${footer}</span></footer></body></html>\n`
}
