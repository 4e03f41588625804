/** Vendors with few names, several in a line: domains | name, further names. */
export const moreVendors = `
storyblok.com | *Storyblok; gcore.com | *Gcore, G-Core Labs; buttondown.com | *Buttondown; ko-fi.com | Ko-fi
xsolla.com | *Xsolla; profitwell.com | *ProfitWell; kit.com, convertkit.com | *ConvertKit
upcloud.com | *UpCloud; qwant.com | *Qwant; lettermint.co | *Lettermint; appsignal.com | *AppSignal
bugsink.com | *Bugsink; plausible.io | Plausible Analytics, Plausible Insights
usefathom.com | Fathom Analytics, Conva Ventures
crisp.chat | Crisp IM; tawk.to | tawk.to; livechat.com, text.com | LiveChat, LiveChat Software; olark.com | *Olark
sendbird.com | *Sendbird; onesignal.com | *OneSignal; airship.com | Airship, Urban Airship; clevertap.com | *CleverTap
moengage.com | *MoEngage
mailerlite.com | *MailerLite; mailjet.com | *Mailjet; mailtrap.io | *Mailtrap, Railsware; smtp2go.com | *SMTP2GO
zerobounce.net | *ZeroBounce; apollo.io | Apollo.io; lusha.com | *Lusha; cognism.com | *Cognism; 6sense.com | *6sense
demandbase.com | *Demandbase; campaignmonitor.com | Campaign Monitor; constantcontact.com | Constant Contact
fireflies.ai | Fireflies.ai; otter.ai | Otter.ai; rev.com | Rev.com, Rev AI; descript.com | *Descript; gladia.io | *Gladia
vapi.ai | Vapi; retellai.com | Retell AI; openrouter.ai | *OpenRouter; moonshot.ai, moonshot.cn | Moonshot AI
deepseek.com | *DeepSeek; replicate.com | Replicate; fal.ai | fal.ai, Features and Labels
lambda.ai, lambdalabs.com | Lambda Labs; coreweave.com | *CoreWeave; nebius.com | *Nebius
cerebras.ai, cerebras.net | *Cerebras; sambanova.ai | *SambaNova; heygen.com | *HeyGen; cartesia.ai | Cartesia AI
firecrawl.dev | *Firecrawl, SideGuide Technologies; apify.com | *Apify; brightdata.com | Bright Data, Luminati Networks
serpapi.com | *SerpApi
contabo.com, contabo.de | *Contabo; netcup.de, netcup.com | *netcup; ionos.com, ionos.de | *IONOS, 1&1 IONOS
strato.de | *STRATO; hostinger.com | *Hostinger; godaddy.com | *GoDaddy; namecheap.com | *Namecheap
wpengine.com | WP Engine, WPEngine; pantheon.io | Pantheon Systems; kinsta.com | *Kinsta; platform.sh | Platform.sh
scalingo.com | *Scalingo; clever-cloud.com | Clever Cloud; exoscale.com | *Exoscale, Akenes; infomaniak.com | *Infomaniak
leaseweb.com | *Leaseweb; vultr.com | *Vultr, The Constant Company; stackit.de | *STACKIT
t-systems.com | T-Systems, T-Systems International; railway.com, railway.app | Railway.app, Railway, Railway Corporation; koyeb.com | *Koyeb
northflank.com | *Northflank; cyon.ch | cyon; mittwald.de | *Mittwald; all-inkl.com | ALL-INKL.COM; ukfast.co.uk | UKFast
bytemark.co.uk | *Bytemark; internetx.com | *InterNetX; wix.com | Wix, Wix.com; squarespace.com | *Squarespace
wordpress.com, automattic.com | *Automattic, WordPress.com
matomo.org | *Matomo, InnoCraft; kissmetrics.io | *Kissmetrics; quantummetric.com | Quantum Metric
glassbox.com | *Glassbox; mouseflow.com | *Mouseflow; luckyorange.com | Lucky Orange; smartlook.com | *Smartlook
chartmogul.com | *ChartMogul; baremetrics.com | *Baremetrics; mode.com | Mode Analytics
clarity.microsoft.com | Microsoft Clarity; crazyegg.com | Crazy Egg; optimizely.com | *Optimizely, Episerver
vwo.com | VWO, Wingify; growthbook.io | *GrowthBook; split.io | Split Software; eppo.cloud, geteppo.com | Eppo
june.so | June.so; koala.live, getkoala.com | Koala Labs
personio.com, personio.de | *Personio; hibob.com | *HiBob, Hi Bob; lattice.com | Lattice
cultureamp.com | Culture Amp, CultureAmp; 15five.com | *15Five; workable.com | Workable, Workable Technology
ashbyhq.com | Ashby; teamtailor.com | *Teamtailor; recruitee.com | *Recruitee; smartrecruiters.com | *SmartRecruiters
remote.com | Remote.com, Remote Technology; oysterhr.com | Oyster HR; papayaglobal.com | Papaya Global
adp.com | ADP, Automatic Data Processing; paychex.com | *Paychex; paylocity.com | *Paylocity
ukg.com | UKG, Ultimate Kronos Group; trinet.com | *TriNet; justworks.com | *Justworks; brex.com | Brex
bill.com | Bill.com; tipalti.com | *Tipalti; avalara.com | *Avalara; taxjar.com | *TaxJar; anrok.com | *Anrok
fastspring.com | *FastSpring, Bright Market; verifone.com, 2checkout.com | *Verifone, 2Checkout; worldpay.com | *Worldpay
checkout.com | Checkout.com; mollie.com | *Mollie; gocardless.com | *GoCardless; klarna.com | *Klarna
razorpay.com | *Razorpay; wise.com | Wise Payments, TransferWise; datev.de | *DATEV
lexoffice.de, lexware.de | Lexware, lexoffice; sevdesk.de | *sevDesk; spendesk.com | *Spendesk; pleo.io | *Pleo
chargify.com, maxio.com | *Maxio, Chargify, SaaSOptics; lemonsqueezy.com | Lemon Squeezy; bluesnap.com | *BlueSnap
authorize.net | Authorize.net
drata.com | *Drata; secureframe.com | *Secureframe; sprinto.com | *Sprinto; hackerone.com | *HackerOne
bugcrowd.com | *Bugcrowd; intigriti.com | *Intigriti; cobalt.io | Cobalt Labs; detectify.com | *Detectify
sentinelone.com | *SentinelOne; huntress.com | Huntress Labs; arcticwolf.com | Arctic Wolf, Arctic Wolf Networks
expel.com, expel.io | Expel; lastpass.com | *LastPass; bitwarden.com | *Bitwarden; dashlane.com | *Dashlane
keepersecurity.com | Keeper Security; tailscale.com | *Tailscale; goteleport.com | Gravitational; twingate.com | *Twingate
doppler.com | Doppler; knowbe4.com | *KnowBe4; hoxhunt.com | *Hoxhunt; safebase.io | *SafeBase; whistic.com | *Whistic
cyera.io | *Cyera; abnormal.ai, abnormalsecurity.com | Abnormal Security; trendmicro.com | Trend Micro
fortinet.com | *Fortinet; orca.security | Orca Security; aikido.dev | Aikido Security; sublime.security | Sublime Security
panther.com, runpanther.io | Panther Labs; material.security | Material Security
nordlayer.com, nordsecurity.com | Nord Security
buildkite.com | *Buildkite; travis-ci.com | Travis CI; semgrep.dev, semgrep.com | *Semgrep, Returntocorp
sonatype.com | *Sonatype; codecov.io | *Codecov; codacy.com | *Codacy; linearb.io | *LinearB; swarmia.com | *Swarmia
launchnotes.com | *LaunchNotes; getbeamer.com | Beamer; aha.io | Aha! Labs; airfocus.com | *airfocus
mural.co | Mural, Tactivos; gitbook.com, gitbook.io | *GitBook; document360.com | *Document360, Kovai
typesense.org | *Typesense; meilisearch.com | *Meilisearch, Meili; coveo.com | *Coveo; brightcove.com | *Brightcove
uploadcare.com | *Uploadcare; filestack.com | *Filestack; transloadit.com | *Transloadit
expo.dev, expo.io | Expo, 650 Industries; weglot.com | *Weglot; contentstack.com | *Contentstack; builder.io | Builder.io
prismic.io | *Prismic; hygraph.com | *Hygraph, GraphCMS; ghost.org | Ghost Foundation; bitrise.io | *Bitrise
saucelabs.com | Sauce Labs; lambdatest.com | *LambdaTest; coderabbit.ai | *CodeRabbit; greptile.com | *Greptile
replit.com | *Replit; sourcegraph.com | *Sourcegraph; tabnine.com | *Tabnine
zilliz.com | *Zilliz; trychroma.com | Trychroma; helicone.ai | *Helicone; portkey.ai | *Portkey
galileo.ai, rungalileo.io | Galileo Technologies; humanloop.com | *Humanloop
wandb.ai, wandb.com | Weights & Biases, Weights and Biases; labelbox.com | *Labelbox; vellum.ai | Vellum AI
llamaindex.ai | *LlamaIndex, Run Llama; unify.ai | Unify AI; jina.ai | Jina AI; stability.ai | Stability AI
runwayml.com | Runway AI; synthesia.io | *Synthesia; murf.ai | Murf AI; playht.com, play.ht | PlayHT; hume.ai | Hume AI
pipedream.com | *Pipedream; n8n.io | n8n; make.com, integromat.com | Make.com, Celonis Make, Integromat
tray.io, tray.ai | Tray.io; paragon.so, useparagon.com | Paragon.so; nango.dev | *Nango
gladly.com | Gladly Software; dixa.com | *Dixa; forethought.ai | Forethought Technologies; assembled.com | Assembled.com
dialpad.com | *Dialpad; 8x8.com | 8x8; nice.com | NICE CXone, NICE inContact; foundever.com | *Foundever, Sitel
telusinternational.com, telusdigital.com | Telus International, TELUS Digital; majorel.com | *Majorel
liveperson.com | *LivePerson; re-amaze.com, reamaze.com | Re:amaze; kayako.com | *Kayako; happyfox.com | *HappyFox
plain.com | Plain.com; decagon.ai | Decagon AI; sierra.ai | Sierra AI; surfe.com | *Surfe; nicereply.com | *Nicereply
simplesat.io | *Simplesat; trustpilot.com | *Trustpilot; yotpo.com | *Yotpo; asknicely.com | *AskNicely
survicate.com | *Survicate; refiner.io | Refiner.io
stitchdata.com | Stitch Data; hevodata.com | Hevo Data; tealium.com | *Tealium; motherduck.com | *MotherDuck
dremio.com | *Dremio; firebolt.io | *Firebolt; imply.io | Imply Data; rockset.com | *Rockset
cockroachlabs.com | Cockroach Labs, CockroachDB; yugabyte.com | *Yugabyte; couchbase.com | *Couchbase
datastax.com | *DataStax; arangodb.com | *ArangoDB; neo4j.com | *Neo4j; influxdata.com | *InfluxData, InfluxDB
starburst.io, starburstdata.com | Starburst Data; montecarlodata.com | Monte Carlo Data; atlan.com | *Atlan
prefect.io | Prefect Technologies; astronomer.io | *Astronomer; cube.dev | Cube Dev; lightdash.com | *Lightdash
omni.co | Omni Analytics; preset.io | Preset.io; gooddata.com | *GoodData; estuary.dev | Estuary Technologies
teradata.com | *Teradata; cloudera.com | *Cloudera; informatica.com | *Informatica; talend.com | *Talend
microstrategy.com | *MicroStrategy
appdynamics.com | *AppDynamics; lightstep.com | *Lightstep; loggly.com | *Loggly
uptimerobot.com | UptimeRobot, Uptime Robot; firehydrant.com, firehydrant.io | *FireHydrant; rootly.com | *Rootly
xmatters.com | *xMatters; raygun.com | *Raygun; airbrake.io | *Airbrake; honeybadger.io | *Honeybadger
instabug.com, luciq.ai | *Instabug; embrace.io | Embrace Mobile; observeinc.com | ObserveInc; cribl.io | *Cribl
hyperdx.io | *HyperDX; highlight.io | Highlight.io; logtail.com | *Logtail; scalyr.com | *Scalyr; cronitor.io | *Cronitor
healthchecks.io | Healthchecks.io; statuscake.com | *StatusCake; ilert.com | *ilert; squadcast.com | *Squadcast
catchpoint.com | *Catchpoint; thousandeyes.com | *ThousandEyes; cloudamqp.com, 84codes.com | *CloudAMQP, 84codes
solace.com | *Solace; redpanda.com | Redpanda Data; hivemq.com | *HiveMQ
pipedrive.com | *Pipedrive; copper.com | Copper CRM; attio.com | *Attio; close.com | Close CRM
zohocorp.com | Zoho Corporation; insightly.com | *Insightly; dealhub.io | *DealHub
highlevel.com, gohighlevel.com | *HighLevel, GoHighLevel; salesmate.io | *Salesmate; chorus.ai | Chorus.ai
clari.com | Clari; people.ai | People.ai; mindtickle.com | *Mindtickle; seismic.com | Seismic Software
showpad.com | *Showpad; bombora.com | *Bombora; leandata.com | *LeanData; unbounce.com | *Unbounce
instapage.com | *Instapage; goto.com, logmein.com | GoTo, LogMeIn, GoTo Technologies; gotomeeting.com | *GoToMeeting
livestorm.co | *Livestorm; on24.com | ON24; hopin.com | *Hopin; cvent.com | *Cvent; bizzabo.com | *Bizzabo
splashthat.com | Splash That; whereby.com | *Whereby; loomly.com | *Loomly; hootsuite.com | *Hootsuite
sproutsocial.com | Sprout Social; buffer.com | Buffer; savvycal.com | *SavvyCal; cal.com | Cal.com; doodle.com | Doodle.com
jotform.com | *Jotform; formstack.com | *Formstack; tally.so | Tally.so; fillout.com | *Fillout; paperform.co | *Paperform
cognitoforms.com | Cognito Forms; smartsuite.com | *SmartSuite; coda.io | Coda, Coda Project
basecamp.com, 37signals.com | *Basecamp, 37signals; wrike.com | *Wrike; teamwork.com | Teamwork.com
evernote.com | *Evernote; dovetail.com, dovetailapp.com | Dovetail Research; maze.co | Maze Design; userflow.com | *Userflow
arcade.software | Arcade Software; storylane.io | *Storylane; walnut.io | Walnut.io; navattic.com | *Navattic
trainual.com | *Trainual; docsend.com | *DocSend; pitch.com | Pitch Software; gamma.app | Gamma Tech
tresorit.com | *Tresorit; nextcloud.com | *Nextcloud; wetransfer.com | *WeTransfer; signwell.com | *SignWell
signnow.com, airslate.com | *airSlate, signNow; adobesign.com, echosign.com | Adobe Sign, EchoSign, Adobe Acrobat Sign
yousign.com | *Yousign; scrive.com | *Scrive; skribble.com | *Skribble; docuseal.com | *DocuSeal
lob.com | Lob.com; smartystreets.com, smarty.com | *SmartyStreets; loqate.com | *Loqate
here.com | HERE Technologies, HERE Global; tomtom.com | *TomTom; what3words.com | *what3words
radar.com, radar.io | Radar Labs; opencagedata.com | *OpenCage; geoapify.com | *Geoapify; ipdata.co | *ipdata
ipstack.com, apilayer.com | *ipstack, apilayer; fingerprint.com, fpjs.io | FingerprintJS
hcaptcha.com | *hCaptcha, Intuition Machines; friendlycaptcha.com | Friendly Captcha
cookiebot.com, usercentrics.com, usercentrics.eu | *Usercentrics, Cookiebot, Cybot; cookieyes.com | *CookieYes
iubenda.com | *iubenda; osano.com | *Osano; trustarc.com | *TrustArc; didomi.io | *Didomi; termly.io | *Termly
datagrail.io | *DataGrail; ketch.com | Ketch Kloud; branch.io | Branch Metrics
adjust.com | Adjust.com; kochava.com | *Kochava; singular.net | Singular Labs; pushwoosh.com | *Pushwoosh
superwall.com | *Superwall; adapty.io | *Adapty; qonversion.io | *Qonversion; openexchangerates.org | Open Exchange Rates
finicity.com | *Finicity; mx.com | MX Technologies; yodlee.com | *Yodlee; truelayer.com | *TrueLayer; tink.com | Tink.com
unit.co | Unit Finance; middesk.com | *Middesk; lexisnexis.com | *LexisNexis
experian.com | *Experian; equifax.com | *Equifax; transunion.com | *TransUnion; dnb.com | Dun & Bradstreet
veriff.com | *Veriff; idnow.io | *IDnow; trulioo.com | *Trulioo; complyadvantage.com | *ComplyAdvantage
zerohash.com | Zero Hash; fireblocks.com | *Fireblocks; chainalysis.com | *Chainalysis
infura.io, consensys.io | *Infura, ConsenSys; alchemy.com | Alchemy Insights; quicknode.com | *QuickNode
zulip.com | *Zulip, Kandra Labs; mattermost.com | *Mattermost; element.io | Element Matrix Services
signal.org | Signal Messenger; viber.com | *Viber, Rakuten Viber; telegram.org | Telegram Messenger
line.me | LINE Corporation; clicksend.com | *ClickSend; textmagic.com | *Textmagic; clickatell.com | *Clickatell
bulksms.com | *BulkSMS; seven.io | seven.io, seven communications; esendex.com | *Esendex; 46elks.com | *46elks
voximplant.com | *Voximplant; agora.io | Agora Lab, Agora.io; accenture.com | Accenture; infosys.com | *Infosys
tcs.com | Tata Consultancy Services, TCS; wipro.com | *Wipro; cognizant.com | *Cognizant; capgemini.com | *Capgemini
genpact.com | *Genpact; epam.com | *EPAM; globallogic.com | *GlobalLogic; thoughtworks.com | *Thoughtworks
deloitte.com | *Deloitte; kpmg.com | KPMG; ey.com | Ernst & Young; pwc.com | PricewaterhouseCoopers, PwC
upwork.com | *Upwork; turing.com | Turing Enterprises; toptal.com | *Toptal; supportninja.com | *SupportNinja
partnerhero.com | *PartnerHero, Crescendo AI; boldr.com | Boldr; cloudfactory.com | *CloudFactory; sama.com | Sama AI
appen.com | *Appen; ironmountain.com | Iron Mountain; digitalrealty.com, interxion.com | Digital Realty, Interxion
cyrusone.com | *CyrusOne; coresite.com | *CoreSite; switch.com | Switch.com; flexential.com | *Flexential
cogentco.com | Cogent Communications; lumen.com, centurylink.com | Lumen Technologies, CenturyLink, Level 3
verizon.com | *Verizon; att.com | AT&T; tmobile.com, t-mobile.com | T-Mobile; telefonica.com | *Telefonica
orange.com | Orange Business, Orange Business Services; ntt.com | NTT, NTT Communications, NTT Data
fujitsu.com | *Fujitsu; hpe.com | Hewlett Packard Enterprise, HPE; dell.com | Dell, Dell Technologies
lenovo.com | *Lenovo; nvidia.com | *NVIDIA; intel.com | Intel; samsung.com | Samsung
huawei.com, huaweicloud.com | *Huawei; tencent.com, tencentcloud.com | *Tencent
bytedance.com, tiktok.com | *ByteDance, TikTok; x.com, twitter.com | X Corp., Twitter; reddit.com | *Reddit
pinterest.com | *Pinterest; snapchat.com, snap.com | *Snapchat, Snap; spotify.com | *Spotify
uber.com | Uber, Uber Technologies; youtube.com | *YouTube, Google YouTube; bing.com | Bing; yahoo.com | Yahoo
vippsmobilepay.com | *Vipps, Vipps MobilePay; ipapi.co | ipapi; kandji.io | *Kandji
stackpath.com | *StackPath; whimsical.com | Whimsical; mend.io | Mend.io, WhiteSource Software; codesandbox.io | *CodeSandbox
fontawesome.com | Font Awesome, Fonticons; stackoverflow.com | Stack Overflow, Stack Exchange; carto.com | CARTO
`
