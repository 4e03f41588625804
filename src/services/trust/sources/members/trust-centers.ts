/** The trust centers that are read, as data: add a line to have another one read. */

import type { TrustMember } from '../../schema/records.ts'

/** id | provider | company | website | address | what the provider calls it */
const table = `
vi | safebase | Vi | https://vi.co | https://trust.vi.co/ | vi
uniphore | safebase | Uniphore | https://www.uniphore.com | https://trust.uniphore.com/ | uniphore
equifax | safebase | Equifax | https://www.equifax.com | https://trust.equifax.com/ | equifax
oncolens | safebase | OncoLens | https://www.oncolens.com | https://trust.oncolens.com/ | oncolens
vercel | safebase | Vercel | https://vercel.com | https://security.vercel.com/ | vercel
caretta | oneleet | Caretta | https://caretta.so | https://trust.caretta.so/ | caretta
levocred | oneleet | Levocred | https://levocred.com | https://trust.levocred.com/ | levocred
twenty | oneleet | Twenty | https://twenty.com | https://trust.oneleet.com/twenty | twenty
engine | conveyor | Engine | https://engine.com | https://trust.engine.com/ |
workday | conveyor | Workday | https://www.workday.com | https://compliance.workday.com/ |
vanta | vanta | Vanta | https://www.vanta.com | https://trust.vanta.com/ |
causaly | vanta | Causaly | https://www.causaly.com | https://trust.causaly.com/ | q4bo6ztquqtt7gsgck6o
podium | vanta | Podium | https://www.podium.com | https://trust.podium.com/ |
poka | vanta | Poka | https://www.poka.io | https://trust.poka.io/ |
bluevoyant | vanta | BlueVoyant | https://www.bluevoyant.com | https://trust.bluevoyant.com/ |
sitetracker | drata | Sitetracker | https://www.sitetracker.com | https://trust.sitetracker.com/ |
vectra | drata | Vectra AI | https://www.vectra.ai | https://trust.vectra.ai/ |
rocketreach | drata | RocketReach | https://rocketreach.co | https://trust.rocketreach.co/ |
cloud-ex-machina | secureframe | Cloud ex Machina | https://cloudexmachina.io | https://trust.cloudexmachina.io/ | cloud-ex-machina
angellist | secureframe | AngelList | https://www.angellist.com | https://trust-portal.angellist.com/ |
guidewire | anecdotes | Guidewire | https://www.guidewire.com | https://trust.guidewire.com/ |
diligent-pharma | hypercomply | Diligent Pharma | https://diligentpharma.com | https://trust.diligentpharma.com/ |
swiftly | thoropass | Swiftly | https://swiftly.com | https://trust.swiftly.com/ |
thoropass | thoropass | Thoropass | https://www.thoropass.com | https://trust.thoropass.com/ |
storylane | sprinto | Storylane | https://www.storylane.io | https://trust.storylane.io/ |
eightfold | wolfia | Eightfold | https://eightfold.ai | https://trust.eightfold.ai/ |
cygnvs | trustcloud | CYGNVS | https://www.cygnvs.com | https://trust.cygnvs.com/ |
scytale | scytale | Scytale | https://scytale.ai | https://trust.scytale.ai/ |
scrut | scrut | Scrut | https://www.scrut.io | https://trust.scrut.io/ |
onetrust | onetrust | OneTrust | https://www.onetrust.com | https://trust.onetrust.com/ |
trustarc | trustarc | TrustArc | https://trustarc.com | https://trust.trustarc.com/ |
`

export const liveTrustCenters: readonly TrustMember[] = table
  .trim()
  .split('\n')
  .map((line) => {
    const [id = '', provider = '', name = '', website = '', url = '', handle = ''] = line
      .split('|')
      .map((cell) => cell.trim())
    return { id, provider, name, website, url, ...(handle === '' ? {} : { handle }) }
  })
