BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL,
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0001');
CREATE TABLE notes (
	"key" VARCHAR(40) NOT NULL,
	value TEXT NOT NULL,
	PRIMARY KEY ("key")
);
INSERT INTO "notes" VALUES('alive','1800000100000');
CREATE TABLE seats (
	table_id VARCHAR(32) NOT NULL,
	letter VARCHAR(4) NOT NULL,
	place INTEGER NOT NULL,
	kind VARCHAR(16) NOT NULL,
	name VARCHAR(200) NOT NULL,
	spec VARCHAR(200) NOT NULL,
	token_hash VARCHAR(64) NOT NULL,
	time_left BIGINT,
	PRIMARY KEY (table_id, letter),
	FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE
);
INSERT INTO "seats" VALUES('going-on','w',0,'person','Anna','','6c02cf2083469e72758a38be0b7c6eabe9bc58580774daf6b2cf4b6ea1469722',61000);
INSERT INTO "seats" VALUES('going-on','b',1,'person','','','3f08aace122ee2368432c1ca23a049bc640bafbf00fdf33a52429f38ba12dbf9',60000);
INSERT INTO "seats" VALUES('escaped','w',0,'person','','','0f6bffa9661cb5dd2f3f7b2929f33061f58a7ba7fdd689530b1a306f8ed8f3ec',NULL);
INSERT INTO "seats" VALUES('escaped','b',1,'person','','','a2f2b0b588bcc84fbf4d2ac8cc086b6f84de3e00fa3c1ba11e38ac078eb03192',NULL);
INSERT INTO "seats" VALUES('resigned','w',0,'person','','','0d59e266304dee1d75ac34fa01986a53b8097398a4e7e87b54b8b9732691dc98',NULL);
INSERT INTO "seats" VALUES('resigned','b',1,'person','','','6fcb1cf1b113a341db0fa49dc95fcb841140e6ef6e05ac4cf9b0a5b22a0f056c',NULL);
INSERT INTO "seats" VALUES('taken-back','r',0,'person','','','47076dea039ec9db94fc55694f6864a1cfe47d4f93e41c010e4521e3378888e5',NULL);
INSERT INTO "seats" VALUES('taken-back','b',1,'opponent','','random','',NULL);
INSERT INTO "seats" VALUES('three-people','w',0,'person','','','e7c9583f202a49ecd684b04f6435a3cfa6788f8f541e9c09965a857802757b17',259200000);
INSERT INTO "seats" VALUES('three-people','r',1,'person','','','fe1e004b2f1cd6bade61f13fc301ff4f8c5aea1b7b19fe9075a0be3b5706655c',259200000);
INSERT INTO "seats" VALUES('three-people','b',2,'person','','','b97607173d82f4f5fc71f828aa26f14cfff17ac6f3f6d4a248fa85be851896d1',259200000);
INSERT INTO "seats" VALUES('finished','w',0,'person','','','c85392400a91d8fa684a3ce008b63f5b6d4d2e758bdfcd2ef1900129a3d0889f',NULL);
INSERT INTO "seats" VALUES('finished','r',1,'person','','','aad2a8e98364da58c70b617575dd4457cd7fcb54164cca8f2faabfeec0300cbb',NULL);
INSERT INTO "seats" VALUES('next-game','w',0,'person','','','aad2a8e98364da58c70b617575dd4457cd7fcb54164cca8f2faabfeec0300cbb',NULL);
INSERT INTO "seats" VALUES('next-game','r',1,'person','','','c85392400a91d8fa684a3ce008b63f5b6d4d2e758bdfcd2ef1900129a3d0889f',NULL);
INSERT INTO "seats" VALUES('from-a-record','w',0,'nobody','','','',NULL);
INSERT INTO "seats" VALUES('from-a-record','b',1,'nobody','','','',NULL);
INSERT INTO "seats" VALUES('open-seat','w',0,'person','','','d6137e5567425e33c104c8b2b0870ed0f67fd271ab9385265fa53ae7627ab6f5',NULL);
INSERT INTO "seats" VALUES('open-seat','b',1,'open','','','',NULL);
CREATE TABLE tables (
	id VARCHAR(32) NOT NULL,
	created BIGINT NOT NULL,
	game VARCHAR(100) NOT NULL,
	options TEXT NOT NULL,
	rules_version INTEGER NOT NULL,
	start TEXT NOT NULL,
	clock_kind VARCHAR(16) NOT NULL,
	clock_base BIGINT NOT NULL,
	clock_increment BIGINT NOT NULL,
	clock_days INTEGER NOT NULL,
	turn VARCHAR(4) NOT NULL,
	since BIGINT,
	undos INTEGER NOT NULL,
	result VARCHAR(40) NOT NULL,
	reason VARCHAR(200) NOT NULL,
	ended_by VARCHAR(20) NOT NULL,
	draw_agreed VARCHAR(8) NOT NULL,
	undo_by VARCHAR(4) NOT NULL,
	undo_agreed VARCHAR(8) NOT NULL,
	rematch_agreed VARCHAR(8) NOT NULL,
	rematch VARCHAR(32),
	previous VARCHAR(32),
	review BOOLEAN NOT NULL,
	source TEXT NOT NULL,
	revision INTEGER NOT NULL,
	PRIMARY KEY (id),
	UNIQUE (previous)
);
INSERT INTO "tables" VALUES('going-on',1800000000000,'tablut','{}',1,'','increment',60000,2000,0,'b',1800000100000,0,'','','','w','','','',NULL,NULL,0,'',6);
INSERT INTO "tables" VALUES('escaped',1800000003000,'tablut','{}',1,'9/9/9/9/2k6/9/9/9/8b w','none',0,0,0,'',NULL,0,'1-0','king escaped','board','','','','',NULL,NULL,0,'',1);
INSERT INTO "tables" VALUES('resigned',1800000003000,'pathwayz','{}',1,'','none',0,0,0,'',NULL,0,'1-0','resignation','resignation','','','','',NULL,NULL,0,'',2);
INSERT INTO "tables" VALUES('taken-back',1800000003000,'never-alone','{"red": "d4", "black": "e5"}',1,'','none',0,0,0,'r',NULL,1,'','','','','','','',NULL,NULL,0,'',5);
INSERT INTO "tables" VALUES('three-people',1800000003000,'pit','{"players": 3, "size": 9, "holes": "c3 c7 e5 g3 g7", "towers": "e1 a5 e9"}',1,'','days',0,0,3,'w',1800000100000,0,'','','','','','','',NULL,NULL,0,'',4);
INSERT INTO "tables" VALUES('finished',1800000003000,'pit-of-pillars','{}',1,'','none',0,0,0,'',NULL,0,'0-1','resignation','resignation','','','','wr','next-game',NULL,0,'',3);
INSERT INTO "tables" VALUES('next-game',1800000003000,'pit-of-pillars','{}',1,'','none',0,0,0,'w',NULL,0,'','','','','','','',NULL,'finished',0,'',0);
INSERT INTO "tables" VALUES('from-a-record',1800000100000,'tablut','{}',1,'','none',0,0,0,'',NULL,0,'1-0','resignation','record','','','','',NULL,NULL,1,'[Game "tablut"]
[Rules "1"]
[White "?"]
[Black "?"]
[Result "1-0"]
[Reason "resignation"]
[w "Anna"]
[b "Bo"]

1. e4-f4 {a quiet turn} 2. d9-d8 1-0
',0);
INSERT INTO "tables" VALUES('open-seat',1800000100000,'tablut','{}',1,'','none',0,0,0,'w',NULL,0,'','','','','','','',NULL,NULL,0,'',0);
CREATE TABLE turns (
	table_id VARCHAR(32) NOT NULL,
	ply INTEGER NOT NULL,
	letter VARCHAR(4) NOT NULL,
	move VARCHAR(200) NOT NULL,
	made BIGINT NOT NULL,
	comments TEXT NOT NULL,
	PRIMARY KEY (table_id, ply),
	FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE
);
INSERT INTO "turns" VALUES('going-on',1,'w','e4-f4',1800000001000,'[]');
INSERT INTO "turns" VALUES('going-on',2,'b','d9-d8',1800000002000,'[]');
INSERT INTO "turns" VALUES('going-on',3,'w','f4-f3',1800000003000,'[]');
INSERT INTO "turns" VALUES('escaped',1,'w','c5-c9',1800000003000,'[]');
INSERT INTO "turns" VALUES('resigned',1,'w','a1',1800000003000,'[]');
INSERT INTO "turns" VALUES('taken-back',1,'r','b2',1800000003000,'[]');
INSERT INTO "turns" VALUES('taken-back',2,'b','b5',1800000003000,'[]');
INSERT INTO "turns" VALUES('three-people',1,'w','i9',1800000003000,'[]');
INSERT INTO "turns" VALUES('three-people',2,'r','i8',1800000003000,'[]');
INSERT INTO "turns" VALUES('three-people',3,'b','i7',1800000003000,'[]');
INSERT INTO "turns" VALUES('from-a-record',1,'w','e4-f4',0,'["a quiet turn"]');
INSERT INTO "turns" VALUES('from-a-record',2,'b','d9-d8',0,'[]');
CREATE INDEX tables_unfinished ON tables (result, turn);
COMMIT;
