/**
 * The words for kinds of employment in the languages of the boards. Written as `phraseReader` reads them: without accents
 * or with, each phrase before a comma.
 */

import type { EmploymentLabel } from '../../schema/vocabulary.ts'

type Row = readonly [labels: readonly EmploymentLabel[], phrases: string]

/** Phrases with `contract` that are about a term are in the rows of that term. */
export const employmentWords: readonly Row[] = [
  [
    ['Full Time'],
    `full time*, fulltime*, ft, f t, fte, ftes, full timer, hourly ft, salaried ft, vollzeit*, ganztag*, temps plein, temps complet, plein temps,
    tempo pieno, jornada completa, tiempo completo, jornada integral, tiempo pleno, tempo integral, tempo inteiro, periodo integral,
    jornada inteira, voltijd*, heltid*, fuldtid*, fulltid*, kokoaik*, kokopaiv*, taysaik*, pelny etat, pelen etat, caly etat, pelny wymiar,
    plny uvazek, plny pracovny uvazek, hpp, teljes munkaid*, teljes allas, norma intreaga, timp complet, tam zamanli, polnaya zanyatost,
    полная занятость, полный рабочий день, повна зайнятість, πληρης απασχοληση, puno radno vrijeme, taistooaeg,
    משרה מלאה, フルタイム, 全职, 全職, 풀타임, toan thoi gian, penuh waktu`,
  ],
  [
    ['Part Time'],
    `part time*, parttime*, pt, p t, part timer, hourly pt, salaried pt, teilzeit*, halbtag*, temps partiel, mi temps, tempo parziale, media jornada,
    medio tiempo, jornada parcial, tiempo parcial, tempo parcial, meio periodo, meio tempo, deeltijd*, deltid*, osa aik*, osaaik*, czesc etatu,
    pol etatu, niepelny etat, niepelny wymiar, castecny uvazek, zkraceny uvazek, polovicny uvazek, reszmunkaid*, norma partiala,
    jumatate de norma, yari zamanli, частичная занятость, неполный рабочий день, minijob*, mini job*, geringfugig*, 450 euro, 520 euro,
    working student*, student worker*, werkstudent*, student assistant*, studentische hilfskraft, studentische aushilfe, studentermedh*, studiejob, bijbaan,
    משרה חלקית, アルバイト, パート, 兼职, 兼職, 파트타임, ban thoi gian, paruh waktu, 0 # fte, 0 | # fte`,
  ],
  [
    ['Full Time', 'Part Time'],
    `full or part time, full part time, full | part time, full and part time, full | or part time, ft pt, ft | pt, pt | ft, part or full time, part full time, part | full time,
    voll oder teilzeit, voll und teilzeit, voll | teilzeit, voll teilzeit, teil oder vollzeit, teil | vollzeit, any hours`,
  ],
  [
    ['Contract'],
    `contract, contracts, contractor*, contracted, contractual, contracting, freelanc*, consultant*, consultancy, contingent*, self employed, independent contractor*,
    independent, 1099, b2b, c2c, corp to corp, sow, statement of work, autonomo*, agency, agency worker*, outsourc*, gig, umbrella, selbstandig*, freiberuf*, freie mitarbeit*,
    freier mitarbeiter, honorarkraft, honorarkrafte, honorarbasis, werkvertrag, independant*, auto entrepreneur*, micro entrepreneur*, prestataire*, liber* professione, partita iva, libero profession*, pj, pessoa juridica, prestacao de servicos,
    zzp, zelfstandig*, konsult*, konsulent*, umowa zlecenie, zlecenie, umowa o dzielo, kontrakt, osvc, vallalkoz*, sozlesmeli, подряд, контракт,
    契約社員, 業務委託, 合同, 계약직, 프리랜서`,
  ],
  [
    ['Full Time', 'Contract'],
    'contract to hire, contract to full time, contracted to full time, contract to perm*, c2h',
  ],
  [
    ['Internship'],
    `intern, interns, internship*, co op, co ops, coop, coops, trainee*, traineeship*, apprentice*, externship*, practicum, placement student, work placement*, industrial placement*,
    student placement*, placement year, year in industry, praktik*, *praktikum, *praktikant, *praktikantin, volontariat, ausbildung*, auszubildende*, azubi*, lehrling*, lehre, lehrstelle*, *lehrstelle, duales studium, dual student, dualer student,
    stage, stages, stagiaire*, alternan*, apprenti, apprentissage, professionnalisation, contrat pro, vie, becari*, beca, practicas, pasantia*, pasante*, practicante*, aprendiz*, estagi*,
    jovem aprendiz, tirocin*, stagista, apprendist*, stagiair*, *stage, leerling, bbl, elev, larling*, laerling*, harjoittel*, staz, stazyst*, stazu, praktyk*, praktykant*, gyakornok*, stagiu, staj*, stajyer,
    стажировка, стажер, インターン*, インターン, インターンシップ, 实习, 實習, 인턴, thuc tap*, magang`,
  ],
  [
    ['Temporary'],
    `temporary, temp, temping, temporary contract, temporary employment, fixed term*, fixed term contract*, fixed duration, fixed contract, ftc, limited term*, limited duration, limited contract, limited, term limited, definite,
    definite term, definite period, defined term, short term*, time limited, interim*, project based, maternity cover*, paternity cover*, parental cover*, leave cover*, cover, secondment,
    fellowship*, fellow, residency, locum*, befristet*, zeitarbeit*, leiharbeit*, aushilf*, vertretung*, *vertretung, cdd, duree determinee, contrat temporaire, temporaire*,
    interimaire, remplacement, tempo determinato, temporaneo, somministrazione, temporal*, tiempo determinado, plazo fijo, duracion determinada, por obra*, obra y servicio, eventual, eventuales, temporari*, prazo determinado, termo certo, a termo,
    tijdelijk*, bepaalde tijd, uitzend*, detachering, visstid*, tidsbegrans*, tidsbegraens*, midlertidig*, vikar*, *vikarie, *vikariat, engasjement, maaraika*, sijaisuus, czas okreslony, tymczasow*, doba urcita, na dobu urcitou, dpp, dpc, brigada,
    hatarozott*, determinata, perioada determinata, donemsel, gecici, belirli sureli, временная, срочный, 派遣, 派遣社員, 临时, 臨時, 임시직, 기간제,
    # month, # months, # mth, # mths, # mois, # monate, # monat, # meses, # mesi, # maanden, # manader, # maneder, # mdr, # week contract, # month contract, # months contract, # months ftc, # month ftc`,
  ],
  [
    ['Seasonal'],
    `seasonal*, season, summer job, summer only, holiday job, saison*, ferienjob*, job d ete, estacional, estacao, temporada, stagional*, vakantiewerk, seizoen*, sasong*, saeson*, sesong*,
    sommarjobb*, sommerjob*, kesatyo*, sezonow*, sezonni, szezon*, sezon*, сезонная, 季節`,
  ],
  [
    ['Volunteer'],
    'volunteer*, voluntary, pro bono, ehrenamt*, freiwillig*, benevol*, voluntari*, volontari*, vrijwillig*, frivillig*, vapaaehtois*, wolontari*, dobrovolni*, onkentes*, gonullu, волонтер, ボランティア, 志愿者',
  ],
  [
    ['Casual'],
    `casual*, per diem, prn, on call, oncall, zero hour*, 0 hour*, relief, as needed, bank staff, bank worker, sessional, sporadic, intermittent, variable hour*, auf abruf, vacataire*,
    a chiamata, intermitente, por horas, oproep*, nulurencontract, timanstall*, behovsanstall*, timelonn*, tarvittaessa`,
  ],
  [['Hourly'], 'hourly, hourly paid, paid hourly, tuntityo*, timlon*'],
  [['Regular'], 'regular, regulier*'],
  [
    ['Regular/Permanent'],
    `permanent*, perm, regular permanent, regular | permanent, permanent regular, permanent | regular, permanent contract*, permanent employment, open ended*, indefinite*, indefinite contract, unlimited, unlimited contract, unlimited duration, direct hire, tenured, tenure track, unbefristet*, festanstell*, feste anstellung, festangestellt*, dauerhaft*,
    cdi, duree indeterminee, contrat indetermine, titulaire, indefinid*, fijo, fija, planta, tiempo indeterminado, indeterminad*, tempo indeterminato, indeterminat*, a tempo indeterminato, clt, efetivo, efetiva, sem termo, prazo indeterminado, efectivo,
    vast contract, vast dienstverband, onbepaalde tijd, vaste aanstelling, tillsvidare*, fast stilling, fastanstall*, fast anstallning, fastansaet*, fastansatt*, vakituinen, vakinainen, toistaiseksi, umowa o prace, czas nieokreslony, nieokreslony, stala, staly, stale, doba neurcita, neurcit*,
    na dobu neurcitou, hatarozatlan*, nedeterminata, perioada nedeterminata, kadrolu, belirsiz sureli, surekli, постоянная, бессрочный, 正社員, 正式, 정규직, 正社员, 正职`,
  ],
  [
    ['OTHER'],
    'other, others, andere, sonstige*, autre*, otro*, outro*, altro, overig*, annat, andet, inne, その他, 其他, 기타',
  ],
]

/** They say little, so they count only where no other word is known. */
export const vagueEmploymentWords: readonly Row[] = [
  [['Full Time'], 'full, salaried full, voll'],
  [['Part Time'], 'part, student*, teil, halftime, half time, deel'],
  [['Regular/Permanent'], 'vast, vaste, fast'],
  [
    ['Regular'],
    'employee*, employed, employment, staff, standard, salaried, salary, payroll, w2, w 2, angestellt*, arbeitnehmer*, mitarbeiter*, salarie*, empleado*, dipendente*, medewerker*, loondienst, anstalld*, ansat, ansatt, etat',
  ],
]
