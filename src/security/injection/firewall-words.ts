/**
 * What words of attacks do, in the languages that they are mostly written in: a word of a class counts as the others of it, so that an order
 * that was learned in one language is known in the next. A star stands for any ending. Words of scripts without spaces stand in RUNS.
 */
const WORDS = {
  ignore: `ignor* disregard* forget* overrid* bypass* circumvent* neglect* overlook* cease abandon* ignorier* vergiss vergessen missacht* übergeh* oublie* néglige*
    olvid* omit* dimentic* trascura* negeer* vergeet esque* desconsider* ignorera* glöm zignoruj* zapomnij* pomiń* игнорир* проигнорир* забуд* yoksay* görmezden unut*
    تجاهل* انس התעלם התעלמי התעלמו תתעלם שכח अनदेखी अनदेखा भूल`,
  prior: `previous* prior above earlier preceding foregoing former initial original beginning vorherig* vorig* bisherig* obig* vorangegangen* früher* ursprünglich*
    précédent* antérieur* dessus initial* anterior* previ* arriba precedent* sopra eerdere bovenstaande voorgaande acima tidigare poprzedni* wcześniejsz*
    предыдущ* прежн* önceki السابق* أعلاه הקודמות הקודמים הקודמת הקודם לעיל पिछल* पूर्व`,
  instruction: `instruction* directive* rule* guideline* prompt* command* constraint* restriction* safeguard* anweisung* regeln vorgabe* richtlinie* befehl* consigne*
    règle* instruccion* regla* indicacion* istruzion* regol* direttiv* instructie* regels opdracht* instruç* regra* instruktion* instrukcj* poleceni* zasad*
    инструкц* указани* правил* talimat* kural* تعليمات* التعليمات الأوامر القواعد הוראות ההוראות הנחיות ההנחיות निर्देश*`,
  secret: `password* passphrase* passcode* secret* confidential* credential* passwort* kennwort* geheim* passe contraseña* clave wachtwoord* senha* lösenord* hasło
    hasła парол* секрет* şifre* parola* المرور السر סיסמה סיסמא הסיסמה סיסמתך पासवर्ड`,
  personal: `birth* birthday* address* phone ssn salary initials balance residence lives resides resident medical geburts* wohnt adresse anschrift naissance habite
    dirección nacimiento vive cumpleaños indirizzo nascita adres geboorte* endereço nascimento адрес* живет живёт рожден* عنوان ميلاد כתובת`,
  machine: `ai ais chatgpt gpt* llm* chatbot* claude gemini bard openai anthropic assistant* agent agents ki ia sprachmodell* assistent* asistente*
    assistente* ассистент* yapay עוזר`,
  persona: `act acting roleplay* role-play* pretend* simulat* persona dan jailbreak* jailbroken unrestricted unfiltered uncensored immerse impersonat* character
    alter evil amoral dude stan aim role rôle rolle papel ruolo rol роль`,
  reply: `answer* respond* response* reply replies say says state print* output* repeat* tell reveal* show display echo recite antworte* sage sagen gib réponds répondez
    dis dites affiche* di diga responde* muestra rispondi zeg antwoord diga responda скажи* ответь* söyle`,
  system: `system* sysprompt admin* developer* root mode maintenance debug sudo superuser kernel entwickler* modus mode système modo sistema режим*`,
  harm: `toxic offensive harmful hateful unfriendly illegal* unethical immoral racist phishing malware ransomware weapon* bomb* hack* drugs nsfw dangerous violent
    obscene vulgar profan* swear* scam`,
  freed: `anything everything always never refuse* deny* warning* disclaimer* polic* moral* ethic* filter* censor* limit* restrict* comply complies obey* unlimited freed`,
  you: `you your yours yourself you're you've you'll du dein* dir sie ihr ihre ihren tu toi vous votre vos tus su usted ustedes tuo voi jij jouw je seu sua você ты твой вы ваш* sen אתה שלך आप`,
  user: `user user's users human benutzer* utilisateur usuario utente gebruiker пользовател* kullanıcı`,
  asking: `can could would will please kindly kannst könntest bitte können peux pouvez pourriez plaît puedes podrías puede favor può puoi kun kunt graag pode пожалуйста можешь`,
  encoding: `base64 rot13 hex* binary morse latin cipher* encod* decod* reverse* backwards unicode emoji* leetspeak translate* ascii caesar vowels`,
  imagined: `imagine* hypothetical* suppose scenario fictional fiction pretend world future dystopian assume novel story alternate parallel simulation game`,
  deed: `send email emails transfer* delete* forward unlock disarm open disable download* click visit purchase buy share upload post book run execute exec call submit
    turn sende schick* lösche* öffne* überweis* entsperr* envoie* supprime* ouvre* envía* enviar borra* abre* transfiere* invia* cancella* apri stuur verwijder open`,
  joined: `part parts interlace combine* concatenat* string strings split join variable`,
  only: `first instead only exclusively strictly adhere solely nothing else except regardless now henceforth must immediately urgent important exactly without`,
  all: `all any every everything alle allen jede* sämtliche* tous toutes tout todas todos todo tutte tutti ogni alla wszystki* все всех всё tüm bütün جميع كل כל सभी सब`,
  model: `model models modell* modèle* modelo* modello modelli modellen модел* model* מודל דגם`,
  guide: `step* page* chapter* section* display screen manual* button* switch* lamp* filter* tank* cable* battery warranty device* appliance* machine schritt* seite* kapitel
    abschnitt* anzeige* bildschirm* handbuch* taste* schalter gerät* étape* chapitre* écran* notice bouton* appareil* paso* página* capítulo* pantalla* botón* aparato
    passo passaggi* pagina* capitolo* schermo pulsante* apparecchio stap stappen pagina's scherm knop apparaat krok* stron* ekran* przycisk* шаг* страниц* экран* кнопк*
    устройств* adım* sayfa* düğme* صفحة خطوة الشاشة الجهاز עמוד שלב מסך כפתור מכשיר पृष्ठ चरण`,
  authority: `creator audit research* approved verified authorized security test owner ceo boss supervisor management official emergency`,
} as const satisfies Readonly<Record<string, string>>;

type WordClass = keyof typeof WORDS;

/** By letters alone, for scripts whose words nothing parts. */
const RUNS = {
  ignore: /忽略|忽视|无视|無視|忘记|忘掉|忘れ|무시|잊어/u,
  prior: /之前|以前|以上|上述|先前|前面|上記|これまで|前の|이전|위의|앞의|지금까지/u,
  instruction: /指示|指令|说明|規則|规则|提示|命令|ルール|지시|명령|규칙|프롬프트|プロンプト/u,
  secret: /密码|密碼|口令|机密|パスワード|秘密|비밀번호|암호/u,
  personal: /住所|住址|地址|生日|출생|생일|주소|電話番号|电话|住んで|살고/u,
  machine: /人工智能|人工知能|助手|アシスタント|인공지능/u,
  model: /모델|模型|モデル/u,
  reply: /回答|输出|說出|说出|答え|대답|말해|알려|告诉|教えて/u,
  you: /你|您|あなた|당신|너의|너는/u,
  user: /用户|ユーザー|사용자/u,
  all: /所有|全部|一切|すべて|全て|모든/u,
  guide: /步骤|页|按钮|屏幕|设备|ページ|手順|ボタン|画面|機器|단계|페이지|버튼|화면|기기/u,
  system: /系统|システム|시스템|模式|モード/u,
} as const satisfies Partial<Record<WordClass, RegExp>>;

const NAMES: readonly string[] = Object.keys(WORDS);

const exact = new Map<string, number>();
const stems = new Map<string, { readonly stem: string; readonly bit: number }[]>();
/** Stems are looked up by their first letters. */
const HEAD = 2;
for (const [at, words] of Object.values(WORDS).entries()) {
  for (const word of words.trim().split(/\s+/)) {
    const bit = 1 << at;
    if (!word.endsWith("*")) {
      exact.set(word, (exact.get(word) ?? 0) | bit);
      continue;
    }
    const stem = word.slice(0, -1);
    const head = stem.slice(0, HEAD);
    stems.set(head, [...(stems.get(head) ?? []), { stem, bit }]);
  }
}
const runs = Object.entries(RUNS).map(([name, pattern]) => ({ pattern, bit: 1 << NAMES.indexOf(name) }));
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/** The classes of a word in small letters, one bit for each class, in the order of WORDS. */
export function classesOf(word: string): number {
  let bits = exact.get(word) ?? 0;
  for (const { stem, bit } of stems.get(word.slice(0, HEAD)) ?? []) if (word.startsWith(stem)) bits |= bit;
  if (UNSPACED.test(word)) for (const { pattern, bit } of runs) if (pattern.test(word)) bits |= bit;
  return bits;
}

/** The bits of some classes. */
export function classBits(...names: readonly WordClass[]): number {
  return names.reduce((bits, name) => bits | (1 << NAMES.indexOf(name)), 0);
}
